// A disk of a few MiB, which a test can fill. Only root may mount; elsewhere the test says that it skips.
import { execFile } from "node:child_process";
import { mkdtemp, realpath, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { cleanUp } from "../clean-up.ts";

const run = promisify(execFile);

export interface SmallDisk {
  readonly folder: string;
  close(): Promise<void>;
}

/** Mounts it, or returns the reason where mounting is not allowed. */
export async function mountSmallDisk(sizeMib: number, options = "mode=0700"): Promise<SmallDisk | string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "clipmill-disk-")));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${sizeMib}m,${options}`, "clipmill-test", folder]);
  } catch (error) {
    await rmdir(folder);
    return `This machine does not let the test mount a small disk: ${String(error)}`;
  }
  return {
    folder,
    close: async () => {
      // Lazily: what a test left open on it does not keep it in the machine's table.
      await run("umount", ["--lazy", folder]);
      await rmdir(folder);
    },
  };
}

/** Mounts it and returns its folder; skips the test and returns undefined where mounting is not allowed. */
export async function smallDisk(
  t: TestContext,
  sizeMib: number,
  options?: string,
): Promise<string | undefined> {
  const disk = await mountSmallDisk(sizeMib, options);
  if (typeof disk === "string") {
    t.skip(disk);
    return undefined;
  }
  cleanUp(t, disk.close);
  return disk.folder;
}
