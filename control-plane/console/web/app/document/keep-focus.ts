// Whoever works by the keyboard, or hears the page, keeps their place where what they were at is taken away or hidden, such
// as a form that was sent or a button that can do no more. Browsers put the focus nowhere then, and those who hear the page at its
// beginning. For the whole page at once: each button that goes away with what it does would have to name another one.

/** What is drawn in its place may take the focus itself. */
const REPLACED_MS = 50;
const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";

/** What something stood in, and behind what of it. */
interface Home {
  readonly outer: Element;
  readonly before: Element | null;
}

interface Place {
  readonly element: Element;
  readonly isInDialog: boolean;
  /** Within the page, from the inside. */
  readonly homes: readonly Home[];
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function placeOf(element: Element): Place | undefined {
  const main = document.querySelector("main");
  if (main?.contains(element) !== true) return undefined;
  const homes: Home[] = [];
  let inner = element;
  for (let outer = inner.parentElement; outer !== null; outer = outer.parentElement) {
    homes.push({ outer, before: inner.previousElementSibling });
    if (outer === main) break;
    inner = outer;
  }
  return { element, isInDialog: isInDialog(element), homes };
}

/** Whether it was taken away, or hidden with what it stands in. */
function isGone(element: Element): boolean {
  return !element.isConnected || element.closest("[hidden]") !== null;
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && !element.matches(":disabled");
}

function isBehind(element: Element, mark: Element): boolean {
  const isLater = (mark.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return isLater && !mark.contains(element);
}

/**
 * What can have the focus next to where something was: first of all in what it stood in, there behind what it stood behind,
 * such as the next line of a table; then behind all that, then before it.
 */
function nextTo({ outer, before }: Home, main: Element): HTMLElement | undefined {
  const all = [...main.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isShown);
  const within = all.filter((element) => outer.contains(element));
  const mark = before?.isConnected === true ? before : null;
  return (
    within.find((element) => mark === null || isBehind(element, mark)) ??
    within.at(-1) ??
    all.find((element) => isBehind(element, outer)) ??
    all.at(-1)
  );
}

function homeOf({ homes }: Place): Home | undefined {
  return homes.find(({ outer }) => !isGone(outer));
}

function isInDialog(element: Element | undefined): boolean {
  return element?.closest("dialog") != null;
}

/** @param opener where the focus was before a dialog opened: what is gone with its dialog stood nowhere on the page */
function restore(place: Place, opener: Place | undefined): void {
  const isDialogGone = place.isInDialog && !isInDialog(homeOf(place)?.outer);
  const left = isDialogGone && opener !== undefined ? opener : place;
  const main = document.querySelector("main");
  const home = homeOf(left);
  if (!isNowhere() || main === null || home === undefined) return;
  // Where all of the page is another one, it is read from its heading.
  const target = home.outer === main ? main.querySelector<HTMLElement>("h1") : nextTo(home, main);
  target?.focus({ preventScroll: true });
}

/** Called once. */
export function keepFocus(): void {
  let last: Place | undefined;
  let restoring: ReturnType<typeof setTimeout> | undefined;
  let opener: Place | undefined;
  document.addEventListener("focusin", ({ target }) => {
    // What takes the focus by itself may be taken away in its turn.
    clearTimeout(restoring);
    last = target instanceof Element ? placeOf(target) : undefined;
    if (last?.isInDialog === false) opener = last;
  });
  document.addEventListener("focusout", ({ target }) => {
    // A click beside everything leaves it, which is wanted.
    setTimeout(() => {
      if (last?.element === target && last?.element.isConnected === true && isNowhere()) last = undefined;
    });
  });
  new MutationObserver(() => {
    if (last === undefined || !isGone(last.element)) return;
    const left = last;
    last = undefined;
    clearTimeout(restoring);
    restoring = setTimeout(() => restore(left, opener), REPLACED_MS);
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["hidden"] });
}
