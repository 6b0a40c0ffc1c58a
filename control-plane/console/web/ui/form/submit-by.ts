// What a form does when it is sent: an action of ours, in place of the browser, which would leave the page.

/** The listener of a form's submit. `run` shows its own failures: what it throws is nobody's. */
export function submitBy(run: () => Promise<unknown>): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    void run();
  };
}
