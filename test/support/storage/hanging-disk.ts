// A network disk that is away: whatever is asked of it is answered once it is back, if ever, and no call ends by itself.
import type { EventEmitter } from "node:events";
import type { FileHandle } from "node:fs/promises";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import type { TestContext } from "node:test";

const CALLS = ["open", "lstat", "realpath", "readdir", "mkdir", "rename", "statfs"] as const;

export interface HangingDisk {
  /** How many calls have had to wait for it. */
  waiting(): number;
  /** Answers all calls, those that wait and those that come. */
  comeBack(): void;
  /** Whether it has answered every call since, and no file is open any more. */
  isIdle(): boolean;
}

/**
 * Lets calls of this process hang that name something below the folder, until it comes back or the test ends.
 * @param at "sync" for those alone that flush a file
 */
export function hangDisk(t: TestContext, folder: string, at: "calls" | "sync" = "calls"): HangingDisk {
  let waiting = 0;
  let busy = 0;
  const back = new AbortController();
  const answered = new Promise((resolve) => back.signal.addEventListener("abort", resolve));
  const during = async <T>(call: () => Promise<T>): Promise<T> => {
    busy += 1;
    try {
      return await call();
    } finally {
      busy -= 1;
    }
  };
  const hang = async (): Promise<void> => {
    if (back.signal.aborted) return;
    waiting += 1;
    await answered;
  };
  const watch = (handle: FileHandle): void => {
    busy += 1;
    (handle as unknown as EventEmitter).once("close", () => {
      busy -= 1;
    });
    if (at !== "sync") return;
    const sync = handle.sync.bind(handle);
    t.mock.method(handle, "sync", () => hang().then(sync));
  };
  for (const name of CALLS) {
    const call = fs[name] as (...args: unknown[]) => Promise<unknown>;
    t.mock.method(fs, name, async (...args: unknown[]) => {
      if (!String(args[0]).startsWith(folder)) return call(...args);
      if (at === "calls") await hang();
      const result = await during(() => call(...args));
      if (name === "open") watch(result as FileHandle);
      return result;
    });
  }
  syncBuiltinESMExports();
  t.after(() => {
    // Whoever still waits would keep a place from the calls of other tests.
    back.abort();
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  return {
    waiting: () => waiting,
    comeBack: () => back.abort(),
    isIdle: () => back.signal.aborted && busy === 0,
  };
}
