// A disk of a few MiB, which a test can fill. Only root may mount; elsewhere the test says that it skips.
import { execFile } from "node:child_process";
import { mkdtemp, realpath, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Mounts it and returns its folder; skips the test and returns undefined where mounting is not allowed. */
export async function smallDisk(
  t: TestContext,
  sizeMib: number,
  options = "mode=0700",
): Promise<string | undefined> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "clipmill-disk-")));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${sizeMib}m,${options}`, "clipmill-test", folder]);
  } catch (error) {
    await rmdir(folder);
    t.skip(`This machine does not let the test mount a small disk: ${String(error)}`);
    return undefined;
  }
  t.after(async () => {
    // Lazily: what a test left open on it does not keep it in the machine's table.
    await run("umount", ["--lazy", folder]);
    await rmdir(folder);
  });
  return folder;
}
