// The console's page as its sources are now: built once, by whichever test comes first, while the others wait.
import { execFile } from "node:child_process";
import { mkdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isConsoleBuilt, sourcesHash } from "../../../control-plane/console/build/console-sources.ts";
import { until } from "../until.ts";

const run = promisify(execFile);
const BUILD_TIMEOUT_MS = 120_000;

/** Whether this process may build: whoever makes the folder. One that a killed process left is taken over. */
async function takeTurn(folder: string): Promise<boolean> {
  const made = await mkdir(folder).then(
    () => true,
    () => false,
  );
  const since = made ? undefined : await stat(folder).catch(() => undefined);
  if (since !== undefined && Date.now() - since.mtimeMs > BUILD_TIMEOUT_MS)
    await rm(folder, { recursive: true, force: true });
  return made;
}

/** Builds the page where it is missing or of other sources. */
export async function ensureConsole(): Promise<void> {
  if (isConsoleBuilt()) return;
  const turn = join(tmpdir(), `clipmill-console-${sourcesHash().slice(0, 16)}`);
  await until(
    "the console's page to be built",
    async () => {
      if (isConsoleBuilt()) return true;
      if (!(await takeTurn(turn))) return false;
      try {
        await run(process.execPath, ["--import", "tsx", "control-plane/console/build/build.ts"], {
          timeout: BUILD_TIMEOUT_MS,
        });
      } finally {
        await rm(turn, { recursive: true, force: true });
      }
      return isConsoleBuilt();
    },
    2 * BUILD_TIMEOUT_MS,
  );
}
