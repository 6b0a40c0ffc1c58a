// A key that is held down repeats, and browsers press a button, or send a form, again with each repetition. What a button
// does may put something else in its place, such as the next line's button or a form's first field, which the same key would
// press or send, too. So a held key presses and sends once. In longer text it goes on, and so do arrow keys.

const PRESSED = "button, a[href], summary, input, [role='button'], [role='menuitem']";

/** Lets a held Enter press or send what it was pressed on alone. Called once. */
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
