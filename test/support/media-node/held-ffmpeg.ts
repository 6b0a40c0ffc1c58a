// An ffmpeg whose renders wait until they are let go: their job is where a test wants it for as long as the test looks at
// it, however slow either is.
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../temporary-folder.ts";
import { BUNDLED } from "./media-tools.ts";

export interface HeldFfmpeg {
  /** For CLIPMILL_FFMPEG. */
  readonly env: { readonly CLIPMILL_FFMPEG: string; readonly CLIPMILL_FFPROBE: string };
  readonly letGo: () => Promise<void>;
  /** Has those wait that begin from now on. */
  readonly hold: () => Promise<void>;
  /** What renders that may wait have begun to write, in this order. */
  readonly begun: () => Promise<string[]>;
}

/**
 * Holds from the start on.
 * @param outputs what renders write that wait, as a pattern of the shell
 * @param passes how many of them do not
 */
export async function heldFfmpeg(t: TestContext, outputs: string, passes: 0 | 1 = 0): Promise<HeldFfmpeg> {
  const folder = await temporaryFolder(t);
  // Under root, an appliance's programs are another user's.
  await chmod(folder, 0o777);
  const path = join(folder, "ffmpeg");
  const held = join(folder, "held");
  const hold = (): Promise<void> => writeFile(held, "");
  await hold();
  const log = join(folder, "begun");
  const tell = `for last; do :; done; echo "$last" >> '${log}'`;
  const wait = `while [ -e '${held}' ]; do sleep 0.1; done`;
  const pass = passes === 0 ? wait : `mkdir '${join(folder, "passed")}' 2>/dev/null || ${wait}`;
  const script = `#!/bin/sh\ncase "$*" in *libx264*${outputs}) ${tell}; ${pass};; esac\nexec '${BUNDLED.ffmpeg}' "$@"\n`;
  await writeFile(path, script, { mode: 0o755 });
  return {
    env: { CLIPMILL_FFMPEG: path, CLIPMILL_FFPROBE: BUNDLED.ffprobe },
    letGo: () => rm(held, { force: true }),
    hold,
    begun: async () =>
      (await readFile(log, "utf8").catch(() => "")).split("\n").filter((line) => line !== ""),
  };
}
