// A key that is held down repeats, and browsers press a button again with each repetition. What a button does may take it
// away or put another one in its place, such as the next line's, which the same key would press too. So a held key presses
// once. In text it goes on, and so do arrow keys.

const PRESSED = "button, a[href], summary, [role='button'], [role='menuitem']";

/** Lets a held Enter press what it was pressed on alone. Called once. */
export function pressOnce(): void {
  document.addEventListener(
    "keydown",
    (event) => {
      const { key, repeat, target } = event;
      if (!repeat || key !== "Enter") return;
      if (target instanceof Element && target.closest(PRESSED) !== null) event.preventDefault();
    },
    { capture: true },
  );
}
