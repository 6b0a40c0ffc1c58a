// The address bar as a store, and links that change it without loading the page again. Paths here are below /console.
import { createStore, type Store, useStore } from "./store.ts";

export interface Place {
  /** Begins with a slash; without `/console`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

const BASE = "/console";

function placeNow(): Place {
  const path = location.pathname.startsWith(BASE) ? location.pathname.slice(BASE.length) : "/";
  return { path: path.replace(/(.)\/+$/, "$1") || "/", query: new URLSearchParams(location.search) };
}

export const place: Store<Place> = createStore(placeNow());

/** What stands in an `href`. */
export function hrefOf(path: string): string {
  return `${BASE}${path}`;
}

/** Goes to a path of the page, such as `/tasks?status=failed`. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const href = hrefOf(path);
  if (replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  place.set(placeNow());
}

/** Changes some of the address's query and keeps the rest; null takes a name out. Does not add to the history. */
export function setQuery(changes: Readonly<Record<string, string | null>>): void {
  const { path, query } = placeNow();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  navigate(`${path}${text === "" ? "" : `?${text}`}`, { replace: true });
}

/** Where the page is; the component is drawn again when that changes. */
export function usePlace(): Place {
  return useStore(place);
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Whether a link leads to another place of the page, and not to its API or to a file. */
function isOwnLink(link: HTMLAnchorElement): boolean {
  const { origin, pathname } = new URL(link.href, location.href);
  if (link.target !== "" || link.hasAttribute("download") || origin !== location.origin) return false;
  return pathname.startsWith(`${BASE}/`) && !pathname.startsWith(`${BASE}/api/`);
}

/** Lets links and the browser's buttons change the place. Called once. */
export function startRouter(): void {
  window.addEventListener("popstate", () => place.set(placeNow()));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || event.defaultPrevented || !isPlainClick(event) || !isOwnLink(link)) return;
    // Within one page the browser does it.
    if (link.hash !== "" && link.pathname === location.pathname) return;
    event.preventDefault();
    navigate(link.pathname.slice(BASE.length) + link.search);
  });
}
