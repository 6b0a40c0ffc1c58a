// A network disk that is away: whatever is asked of it is never answered, and no call ends by itself.
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import type { TestContext } from "node:test";

const CALLS = ["open", "lstat", "realpath", "readdir", "mkdir", "rename", "statfs"] as const;

export interface HangingDisk {
  /** How many calls wait for it. */
  waiting(): number;
}

/** Lets all calls of this process hang that name something below the folder, until the test ends. */
export function hangDisk(t: TestContext, folder: string): HangingDisk {
  let waiting = 0;
  for (const name of CALLS) {
    const call = fs[name] as (...args: unknown[]) => Promise<unknown>;
    t.mock.method(fs, name, (...args: unknown[]) => {
      if (!String(args[0]).startsWith(folder)) return call(...args);
      waiting += 1;
      return new Promise(() => undefined);
    });
  }
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  return { waiting: () => waiting };
}
