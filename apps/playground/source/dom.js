// Helpers to create and find elements.

/**
 * Creates an element. Names with a hyphen, and `role`, become attributes; others are properties.
 * @param {string} tag @param {Record<string, any>} [properties]
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

/** Returns the element of the page with an id. @param {string} id @returns {any} */
export function at(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Downloads a text as a file. @param {string} name @param {string} text */
export function save(name, text) {
  const link = /** @type {HTMLAnchorElement} */ (make("a", { href: URL.createObjectURL(new Blob([text])), download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/**
 * Debounces a function: it runs once, some time after the last call.
 * @param {number} milliseconds @param {() => void} done
 */
export function later(milliseconds, done) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(done, milliseconds);
  };
}
