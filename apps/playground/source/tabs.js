// Tabs and their panels (WAI-ARIA's tabs pattern): one tab stop; arrow keys move and choose.

import { make } from "./dom.js";

/**
 * Adds a tab to a list, and its panel to another element.
 * @param {HTMLElement} list @param {HTMLElement} panels @param {string} name @param {string} title @param {string} className
 */
export function add(list, panels, name, title, className) {
  list.append(make("button", { id: `tab-${name}`, role: "tab", type: "button", "aria-controls": `panel-${name}` }, title));
  const panel = make("div", { id: `panel-${name}`, role: "tabpanel", className, "aria-labelledby": `tab-${name}` });
  panels.append(panel);
  return panel;
}

/** @param {HTMLElement} list A list of elements with the role `tab`, each of which controls a panel. @param {(name: string) => void} chosen */
export function tabs(list, chosen) {
  const all = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  const choose = (/** @type {Element} */ tab) => chosen(tab.id.replace("tab-", ""));
  list.addEventListener("click", event => {
    const tab = /** @type {HTMLElement} */ (event.target).closest("[role=tab]");
    if (tab) choose(tab);
  });
  list.addEventListener("keydown", event => {
    const at = all().indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const tab = to === undefined || at < 0 ? undefined : all().at(to % all().length);
    if (!tab) return;
    event.preventDefault();
    choose(tab);
    tab.focus();
  });
}

/** @param {HTMLElement} list @param {string} name */
export function choose(list, name) {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[role=tab]"))) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    if (panel) panel.hidden = !chosen;
  }
}
