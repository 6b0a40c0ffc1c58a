// Files that are loaded when they are needed are gone once another version is served: the whole page is loaded anew then,
// once for each kind of file, since one that stays away would have it loaded without end.
import { ApiError } from "../api/api-error.ts";
import { hrefOf } from "./router.ts";

type LazyFile = "page" | "chart";

function markOf(file: LazyFile): string {
  return `clipmill-reloaded-${file}`;
}

/** Loads the whole page anew if it is served; otherwise the browser would leave nothing of it. */
export async function loadAnew(): Promise<void> {
  const served = await fetch(hrefOf("/"), { method: "HEAD" }).catch(() => undefined);
  if (served?.ok === true) location.reload();
}

/** A file is there: should it be gone one day, the page may be loaded anew again. */
export function noteLoaded(file: LazyFile): void {
  sessionStorage.removeItem(markOf(file));
}

/** Loads the whole page anew unless that was done before. Returns what to say meanwhile. */
export function failLoading(file: LazyFile): ApiError {
  if (sessionStorage.getItem(markOf(file)) === null) {
    sessionStorage.setItem(markOf(file), "1");
    void loadAnew();
  }
  return new ApiError({ status: 0, code: "NETWORK", message: `This ${file} could not be loaded.` });
}
