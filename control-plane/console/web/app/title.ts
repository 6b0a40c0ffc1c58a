// The title in the browser's tab.
import { useEffect } from "preact/hooks";

/** Names what is shown, before the product's own name. */
export function setTitle(title: string): void {
  document.title = `${title} · Clipmill`;
}

/** Of a page that knows better than its entry, such as a task's. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) setTitle(title);
  }, [title]);
}
