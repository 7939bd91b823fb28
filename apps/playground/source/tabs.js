// Tabs and their panels (WAI-ARIA's tabs pattern): one tab stop; arrow keys move and choose.

/** @param {HTMLElement} list A list of elements with the role `tab`, each of which controls a panel. @param {(id: string) => void} chosen */
export function tabs(list, chosen) {
  const all = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  list.addEventListener("click", event => {
    const tab = /** @type {HTMLElement} */ (event.target).closest("[role=tab]");
    if (tab) chosen(tab.id);
  });
  list.addEventListener("keydown", event => {
    const at = all().indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const tab = to === undefined || at < 0 ? undefined : all().at(to % all().length);
    if (!tab) return;
    event.preventDefault();
    chosen(tab.id);
    tab.focus();
  });
}

/** @param {HTMLElement} list @param {string} id */
export function choose(list, id) {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[role=tab]"))) {
    const chosen = tab.id === id;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    if (panel) panel.hidden = !chosen;
  }
}
