// What a run on a media node gets, for tests of pipelines that start no node.
import type { TestContext } from "node:test";
import type { MediaTools, RunContext } from "../../../media-node/pipelines/run-context.ts";
import { newId } from "../../../shared/ids.ts";
import { createLogger } from "../../../shared/logger.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { memoryTranscripts } from "./memory-transcripts.ts";

/** A run with a task, a scratch folder and a storage of its own, but for what `changes` says. */
export async function runContext(
  t: TestContext,
  tools: MediaTools,
  changes: Partial<RunContext> = {},
): Promise<RunContext> {
  return {
    taskId: newId("task"),
    transcripts: memoryTranscripts(),
    policy: readNetworkPolicy({}),
    tools,
    logger: createLogger("test", "silent"),
    // Only a bound: on a busy machine a clip takes minutes.
    signal: AbortSignal.timeout(300_000),
    report: () => undefined,
    ...changes,
    scratchFolder: changes.scratchFolder ?? (await temporaryFolder(t)),
    storage: changes.storage ?? createFileStorage(await temporaryFolder(t)),
  };
}
