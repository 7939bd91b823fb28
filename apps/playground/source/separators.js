// Separators between two panes (WAI-ARIA's window splitter pattern): they are dragged, or moved
// with the arrow keys, Home and End. Enter or a double click gives the first pane all room, or
// takes it back. The shares are kept over a reload.

const LEAST = 10;
const MOST = 90;

/** The change by an arrow key, in per cent. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2, Home: -100, End: 100 };

export function separators() {
  for (const bar of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[role=separator]"))) separator(bar);
}

/** @param {HTMLElement} bar */
const key = bar => `wishful-pane ${bar.ariaLabel}`;

/** Returns the share of the first pane before a reload. @param {HTMLElement} bar */
function kept(bar) {
  try {
    return Number(sessionStorage.getItem(key(bar)) ?? 50);
  } catch {
    return 50;
  }
}

/** @param {HTMLElement} bar */
function separator(bar) {
  const first = /** @type {HTMLElement} */ (bar.previousElementSibling);
  const split = /** @type {HTMLElement} */ (bar.parentElement);
  /** The share of the first pane, in per cent, and that before it got all room. */
  let share = kept(bar);
  let before = share;
  const set = (/** @type {number} */ to) => {
    share = Math.round(Math.min(MOST, Math.max(LEAST, to)));
    first.style.setProperty("--share", `${share}%`);
    bar.ariaValueNow = String(share);
    try {
      sessionStorage.setItem(key(bar), String(share));
    } catch {
      // Storage is disabled.
    }
  };
  const toggle = () => {
    if (share < MOST) before = share;
    set(share < MOST ? MOST : before);
  };
  bar.ariaValueMin = String(LEAST);
  bar.ariaValueMax = String(MOST);
  set(share);
  bar.addEventListener("pointerdown", event => bar.setPointerCapture(event.pointerId));
  bar.addEventListener("pointermove", event => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const { left, top, width, height } = split.getBoundingClientRect();
    set(100 * (bar.ariaOrientation === "vertical" ? (event.clientX - left) / width : (event.clientY - top) / height));
  });
  bar.addEventListener("dblclick", toggle);
  bar.addEventListener("keydown", event => {
    if (event.key === "Enter") toggle();
    else if (event.key in STEPS) set(share + STEPS[event.key]);
    else return;
    event.preventDefault();
  });
}
