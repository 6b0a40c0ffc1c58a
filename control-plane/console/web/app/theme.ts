// Light, dark, or what the system says. Kept in a cookie, so that the server can write it into the page and nothing
// flashes in other colours first.
import { createStore, type Store } from "./store.ts";

export type Theme = "system" | "light" | "dark";

const YEAR_S = 31_536_000;
const root = document.documentElement;

function themeNow(): Theme {
  const { theme } = root.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

export const theme: Store<Theme> = createStore(themeNow());

function show(shown: Theme): void {
  if (shown === "system") delete root.dataset.theme;
  else root.dataset.theme = shown;
}

/** Has what scripts have drawn in the screen's colours, such as charts, be drawn dark on white for paper. Called once. */
export function lightenPrints(): void {
  window.addEventListener("beforeprint", () => show("light"));
  window.addEventListener("afterprint", () => show(theme.get()));
}

/** Shows a theme at once and keeps it for a year; `system` forgets the choice. */
export function setTheme(next: Theme): void {
  show(next);
  const age = next === "system" ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in Safari before 18.4.
  document.cookie = `clipmill-theme=${next}; path=/console; max-age=${age}; samesite=lax`;
  theme.set(next);
}
