// Whoever works by the keyboard, or hears the page, keeps their place where what they were at is taken away, such as a form
// that was sent or a button that can do no more. Browsers put the focus nowhere then, and those who hear the page at its
// beginning. For the whole page at once: each button that goes away with what it does would have to name another one.

/** What is drawn in its place may take the focus itself. */
const REPLACED_MS = 50;
const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";

interface Place {
  readonly element: Element;
  /** What it stood in within the page, from the inside. */
  readonly around: readonly Element[];
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function placeOf(element: Element): Place | undefined {
  const main = document.querySelector("main");
  if (main?.contains(element) !== true) return undefined;
  const around: Element[] = [];
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
    around.push(outer);
    if (outer === main) break;
  }
  return { element, around };
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && !element.matches(":disabled");
}

/** What can have the focus next to where something was: first of all in what it stood in, then behind, then before it. */
function nextTo(home: Element, main: Element): HTMLElement | undefined {
  const all = [...main.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isShown);
  const isBehind = (element: Element): boolean =>
    (home.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return all.find((element) => home.contains(element)) ?? all.find(isBehind) ?? all.at(-1);
}

function restore({ around }: Place): void {
  const main = document.querySelector("main");
  const home = around.find(({ isConnected }) => isConnected);
  if (!isNowhere() || main === null || home === undefined) return;
  // Where all of the page is another one, it is read from its heading.
  const target = home === main ? main.querySelector<HTMLElement>("h1") : nextTo(home, main);
  target?.focus({ preventScroll: true });
}

/** Called once. */
export function keepFocus(): void {
  let last: Place | undefined;
  let restoring: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("focusin", ({ target }) => {
    // What takes the focus by itself may be taken away in its turn.
    clearTimeout(restoring);
    last = target instanceof Element ? placeOf(target) : undefined;
  });
  document.addEventListener("focusout", ({ target }) => {
    // A click beside everything leaves it, which is wanted.
    setTimeout(() => {
      if (last?.element === target && last?.element.isConnected === true && isNowhere()) last = undefined;
    });
  });
  new MutationObserver(() => {
    if (last === undefined || last.element.isConnected) return;
    const left = last;
    last = undefined;
    clearTimeout(restoring);
    restoring = setTimeout(() => restore(left), REPLACED_MS);
  }).observe(document.body, { childList: true, subtree: true });
}
