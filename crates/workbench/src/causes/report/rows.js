// Virtual lists of any length: only visible rows are in the DOM. The keyboard works as in list
// boxes.
"use strict";

const HEIGHT = 20; // pixels, as in page.css

const make = (tag, name, text) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
};

// A list of `count` rows; `row(number)` makes the visible ones. Arrow keys move the current row.
class Rows {
  constructor(box, row, chosen) {
    Object.assign(this, { box, row, chosen, count: 0, current: -1 });
    this.inner = box.appendChild(make("div"));
    box.addEventListener("scroll", () => this.paint(), { passive: true });
    box.addEventListener("keydown", event => this.key(event));
    box.addEventListener("click", event => {
      const number = this.numberOf(event.target);
      if (number >= 0) this.choose(number);
    });
    new ResizeObserver(() => this.paint()).observe(box);
  }

  set(count, current = -1) {
    Object.assign(this, { count, current });
    this.inner.style.height = `${count * HEIGHT}px`;
    if (current >= 0) this.reveal(current); else this.box.scrollTop = 0;
    this.paint();
  }

  paint() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / HEIGHT) - 5);
    const last = Math.min(this.count, first + Math.ceil(this.box.clientHeight / HEIGHT) + 10);
    const rows = [];
    for (let number = first; number < last; number++) rows.push(this.made(number));
    this.inner.replaceChildren(...rows);
    const current = this.current >= first && this.current < last;
    if (current) this.box.setAttribute("aria-activedescendant", `${this.box.id}-${this.current}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  made(number) {
    const row = this.row(number);
    row.classList.add("row");
    row.id = `${this.box.id}-${number}`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-setsize", this.count);
    row.setAttribute("aria-posinset", number + 1);
    row.setAttribute("aria-selected", number === this.current);
    row.classList.toggle("current", number === this.current);
    row.style.top = `${number * HEIGHT}px`;
    row.dataset.number = number;
    return row;
  }

  numberOf(element) {
    const row = element.closest?.(".row");
    return row && this.box.contains(row) ? Number(row.dataset.number) : -1;
  }

  // Scrolls only if the row is invisible.
  reveal(number) {
    const top = number * HEIGHT;
    const { scrollTop, clientHeight } = this.box;
    if (top >= scrollTop && top + HEIGHT <= scrollTop + clientHeight) return;
    this.box.scrollTop = top - clientHeight / 2;
  }

  choose(number) {
    if (!this.count) return;
    this.current = Math.min(Math.max(number, 0), this.count - 1);
    this.reveal(this.current);
    this.paint();
    this.chosen(this.current);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.box.clientHeight / HEIGHT) - 1);
    const to = {
      ArrowDown: this.current + 1, ArrowUp: this.current - 1, PageDown: this.current + page,
      PageUp: this.current - page, Home: 0, End: this.count - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(to);
  }
}
