// Files that are loaded when they are needed are gone once another version is served: the whole page is then
// reloaded, once for each kind of file, since a file that stays away would have it reloaded without end.
import { ApiError } from "../api/api-error.ts";
import { whenSeenAfter } from "../api/when-seen.ts";
import { hrefOf } from "./router.ts";

/** Between two looks at whether the control plane is back. */
const RETRY_MS = 3_000;

type LazyFile = "page" | "chart";

function markOf(file: LazyFile): string {
  return `clipmill-reloaded-${file}`;
}

async function isServed(): Promise<boolean> {
  const served = await fetch(hrefOf("/"), { method: "HEAD" }).catch(() => undefined);
  return served?.ok === true;
}

/** Reloads the whole page if it is served; otherwise the browser would show nothing of it. */
export async function reloadPage(): Promise<void> {
  if (await isServed()) location.reload();
}

/** Reloads the whole page once it is served again; does nothing if it is served now. Returns what stops the wait. */
export function reloadOnReturn(): () => void {
  let stop = (): void => undefined;
  let isOver = false;
  const look = async (wasAway: boolean): Promise<void> => {
    const isThere = await isServed();
    if (isOver) return;
    if (!isThere) stop = whenSeenAfter(RETRY_MS, () => void look(true));
    else if (wasAway) location.reload();
  };
  void look(false);
  return () => {
    isOver = true;
    stop();
  };
}

/** A file is there: if it is gone some day, the page may be reloaded once more. */
export function noteLoaded(file: LazyFile): void {
  sessionStorage.removeItem(markOf(file));
}

/** Reloads the whole page, unless that was done before. Returns what to say meanwhile. */
export function failLoading(file: LazyFile): ApiError {
  if (sessionStorage.getItem(markOf(file)) === null) {
    sessionStorage.setItem(markOf(file), "1");
    void reloadPage();
  }
  return new ApiError({ status: 0, code: "NETWORK", message: `This ${file} could not be loaded.` });
}
