// What is long is drawn where it is looked at: a browser lays out, and loads, whatever a page holds, seen or not.
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

export interface SeenOptions {
  /** What it is scrolled in; the window, where it is missing. */
  readonly panel?: RefObject<HTMLElement | null>;
  /** How far from sight it may be, as `rootMargin` of an IntersectionObserver. */
  readonly margin: string;
}

/** Whether an element has come near to sight. */
export function useSeen(element: RefObject<HTMLElement | null>, { panel, margin }: SeenOptions): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { root: panel?.current ?? null, rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return isSeen;
}
