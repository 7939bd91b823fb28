// Elements in one expression.

/**
 * @param {string} tag @param {Record<string, any>} [properties] Properties; those with a hyphen, and `role`, are attributes.
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElement}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.includes("-") || name === "role") element.setAttribute(name, String(value));
    else /** @type {any} */ (element)[name] = value;
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/** The element of the page with this id. @param {string} id @returns {any} */
export function at(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * A function that is done once, some time after it was last asked for.
 * @param {number} milliseconds @param {() => void} done
 */
export function later(milliseconds, done) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(done, milliseconds);
  };
}
