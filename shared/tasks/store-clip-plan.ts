// Writes the plan of a job's clips into the storage, under the hash of what it says.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { storableJson } from "../storable-json.ts";
import type { ObjectStorage } from "../storage/object-storage.ts";
import { clipPlanKey } from "../storage/task-keys.ts";
import type { ClipPlan } from "./clip-plan.ts";

const compress = promisify(gzip);

/** Returns where the plan lies. */
export async function storeClipPlan(
  storage: Pick<ObjectStorage, "write">,
  taskId: string,
  plan: ClipPlan,
): Promise<string> {
  const json = storableJson(plan);
  const key = clipPlanKey(taskId, createHash("sha256").update(json).digest("hex").slice(0, 32));
  await storage.write(key, await compress(json));
  return key;
}
