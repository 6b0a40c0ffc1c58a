// A folder for one test, gone with everything in it when the test ends.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** Makes an empty folder and returns its real path; `parent` chooses another file system than the system's own. */
export async function temporaryFolder(t: TestContext, parent: string = tmpdir()): Promise<string> {
  const folder = await realpath(await mkdtemp(join(parent, "clipmill-test-")));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
