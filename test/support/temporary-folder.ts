// A folder for one test, gone with everything in it when the test ends.
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { cleanUp } from "./clean-up.ts";

/**
 * Makes an empty folder and returns its real path; `parent` chooses another file system than the system's own. Other
 * users may pass through it to what a test makes below: under root, an appliance's data folder is another user's.
 */
export async function temporaryFolder(t: TestContext, parent: string = tmpdir()): Promise<string> {
  const folder = await realpath(await mkdtemp(join(parent, "clipmill-test-")));
  await chmod(folder, 0o711);
  // On a busy machine what was killed writes on until it has its turn: a folder may be filled again while it is emptied.
  cleanUp(t, () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return folder;
}
