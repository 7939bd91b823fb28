// Virtual scrolling: a list of rows of equal height, in which only visible rows are elements. A
// page of two megabytes has a hundred thousand nodes.
//
// One row is *active*. Only that row can be reached with the Tab key, and the arrow keys move it (a
// roving tabindex). It stays an element when it is scrolled out of view, so that the focus is not
// lost. The caller's `draw` determines the look and the role of a row.

/** The number of extra rows above and below the visible ones. */
const MARGIN = 12;

/**
 * @typedef {object} Draws
 * @property {(row: number) => HTMLElement} draw Makes the element of a row.
 * @property {(row: number, event: KeyboardEvent) => boolean} [key] Handles a key on the active row; true if it had an effect.
 * @property {(row: number) => void} [choose] Handles Enter or a click.
 * @property {(row: number | null) => void} [point] Handles a change of the row under the pointer or with the focus.
 */

export class Rows {
  /** @param {HTMLElement} element A scrollable element whose role may contain rows. @param {Draws} draws */
  constructor(element, draws) {
    this.element = element;
    this.draws = draws;
    this.count = 0;
    this.active = 0;
    /** @type {Map<number, HTMLElement>} The elements of rows, by row. */
    this.elements = new Map();
    this.space = element.appendChild(document.createElement("div"));
    this.space.className = "space";
    this.space.setAttribute("role", "presentation");
    element.classList.add("rows");
    element.addEventListener("scroll", () => this.paint(), { passive: true });
    element.addEventListener("keydown", event => this.keydown(event));
    element.addEventListener("click", event => this.click(event));
    element.addEventListener("mouseover", event => this.draws.point?.(this.rowOf(event.target)));
    element.addEventListener("mouseleave", () => this.draws.point?.(null));
    element.addEventListener("focusin", event => this.focused(event));
    /** The height of a row in pixels: `--row` of the style sheet. */
    this.height = 22;
    new ResizeObserver(() => this.resized()).observe(element);
  }

  /** Adapts to another width of the window, for which the style sheet may have higher rows. */
  resized() {
    this.height = Number.parseInt(getComputedStyle(this.element).getPropertyValue("--row"), 10) || this.height;
    this.space.style.height = `${this.count * this.height}px`;
    this.paint();
  }

  /** Sets the number of rows and redraws them. @param {number} count */
  show(count) {
    this.count = count;
    this.active = Math.min(this.active, Math.max(0, count - 1));
    this.space.style.height = `${count * this.height}px`;
    this.element.classList.toggle("none", count === 0);
    this.paint();
  }

  /**
   * Draws the visible rows. A row keeps its element, so that the focus and a started click are not
   * lost.
   */
  paint() {
    const rows = this.inSight();
    for (const [row, element] of this.elements) {
      if (rows.includes(row)) continue;
      element.remove();
      this.elements.delete(row);
    }
    let next = this.space.firstChild;
    for (const row of rows) {
      const element = this.painted(row);
      if (element === next) next = next.nextSibling;
      else this.space.insertBefore(element, next);
    }
  }

  /** @param {number} row */
  painted(row) {
    const fresh = this.drawn(row);
    const old = this.elements.get(row);
    if (old) alike(old, fresh);
    else this.elements.set(row, fresh);
    return old ?? fresh;
  }

  inSight() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - MARGIN);
    const last = Math.min(this.count, Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + MARGIN);
    const rows = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
    if (this.active < first && this.count > 0) rows.unshift(this.active);
    if (this.active >= last && this.active < this.count) rows.push(this.active);
    return rows;
  }

  /** @param {number} row */
  drawn(row) {
    const element = this.draws.draw(row);
    element.classList.add("row");
    element.dataset.row = String(row);
    element.tabIndex = row === this.active ? 0 : -1;
    element.style.top = `${row * this.height}px`;
    return element;
  }

  /**
   * Makes a row the active one, and scrolls to it.
   * @param {number} row @param {{ focus?: boolean }} [options]
   */
  go(row, { focus = false } = {}) {
    this.active = Math.max(0, Math.min(this.count - 1, row));
    this.reveal(this.active);
    this.paint();
    if (focus) this.elements.get(this.active)?.focus({ preventScroll: true });
  }

  /** Scrolls to a row, unless it is visible. @param {number} row */
  reveal(row) {
    const { scrollTop, clientHeight } = this.element;
    const top = row * this.height;
    const away = top < scrollTop || top + this.height > scrollTop + clientHeight;
    if (away) this.element.scrollTop = Math.max(0, top - clientHeight / 3);
  }

  /** @param {KeyboardEvent} event */
  keydown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.count === 0) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
    /** @type {Record<string, number>} */
    const places = {
      ArrowDown: this.active + 1, ArrowUp: this.active - 1, Home: 0, End: this.count - 1,
      PageDown: this.active + page, PageUp: this.active - page,
    };
    if (this.draws.key?.(this.active, event)) event.preventDefault();
    else if (event.key in places) this.go(places[event.key], { focus: true });
    else if (event.key === "Enter" || event.key === " ") this.draws.choose?.(this.active);
    else return;
    event.preventDefault();
  }

  /** @param {MouseEvent} event */
  click(event) {
    const row = this.rowOf(event.target);
    if (row === null) return;
    this.go(row, { focus: true });
    this.draws.choose?.(row);
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const row = this.rowOf(event.target);
    if (row !== null) this.draws.point?.(row);
  }

  /** @param {EventTarget | null} target @returns {number | null} */
  rowOf(target) {
    const element = /** @type {HTMLElement} */ (target).closest?.("[data-row]");
    return element ? Number(/** @type {HTMLElement} */ (element).dataset.row) : null;
  }
}

/**
 * Copies attributes and contents from one element to another.
 * @param {HTMLElement} old @param {HTMLElement} fresh
 */
function alike(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) setAttribute(old, name, value, fresh);
  if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
}

/**
 * Copies an attribute. The page's policy forbids `style` attributes, so styles are set by script.
 * @param {HTMLElement} old @param {string} name @param {string} value @param {HTMLElement} fresh
 */
function setAttribute(old, name, value, fresh) {
  if (name === "style") old.style.cssText = fresh.style.cssText;
  else old.setAttribute(name, value);
}
