// A real media node beside a test's control plane: a process of its own, on the same database and storage.
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { ensureMediaLogin } from "../../../shared/db/schema/media-role.ts";
import type { TestControlPlane } from "../control-plane/control-plane.ts";
import { PlaneProcess } from "../faults/plane-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** The address of a login as a media node has it. */
export async function mediaAddress({ databaseUrl }: Pick<TestControlPlane, "databaseUrl">): Promise<string> {
  return (await ensureMediaLogin(databaseUrl, randomBytes(16).toString("hex"))) ?? databaseUrl;
}

/** Starts it, and ends it before the control plane's database goes. @param env beside or instead of the usual */
export async function mediaProcess(
  t: TestContext,
  plane: TestControlPlane,
  env: Readonly<Record<string, string>>,
): Promise<PlaneProcess> {
  const folder = await temporaryFolder(t);
  const logFile = join(folder, "media-node.log");
  const node = new PlaneProcess({
    name: "media-node",
    kind: "media-node",
    clockShiftMs: 0,
    logFile,
    env: {
      CLIPMILL_DATA_DIR: join(folder, "data"),
      CLIPMILL_STORAGE: `file:${plane.storageFolder}`,
      CLIPMILL_VIDEO_ENCODER: "libx264",
      CLIPMILL_VIDEO_DECODER: "software",
      CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8",
      ...env,
    },
  });
  plane.endsFirst(() => node.endForGood());
  await node.start().catch(async (error: unknown) => {
    t.diagnostic(await readFile(logFile, "utf8").catch(() => ""));
    throw error;
  });
  return node;
}
