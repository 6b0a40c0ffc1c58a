// What the speech model makes of a local file, before and after it is judged: the whole way of a transcription, without
// a database.
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { MediaTools, RunContext } from "../../../media-node/pipelines/run-context.ts";
import { type RecognizedSource, recognizeSource } from "../../../media-node/pipelines/transcribe-source.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { judgeWindows } from "../../../media-node/speech/transcripts/judge-windows.ts";
import type { Transcript } from "../../../media-node/speech/transcripts/transcript.ts";
import { createLogger } from "../../../shared/logger.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { memoryTranscripts } from "./memory-transcripts.ts";

export interface RecognizedFile {
  readonly recognized: RecognizedSource;
  readonly transcript: Transcript;
}

/** Recognizes the first `maxS` seconds of a file; what it writes lies in `folder`, which is the caller's to remove. */
export async function recognizeFile(
  tools: MediaTools,
  sourcePath: string,
  { folder, signal, maxS = Number.POSITIVE_INFINITY }: { folder: string; signal: AbortSignal; maxS?: number },
): Promise<RecognizedFile> {
  const source = await probeSource(tools, sourcePath, signal);
  const context: RunContext = {
    taskId: "task_01k9a1b2c3d4e5f6g7h8j9k0m1",
    transcripts: memoryTranscripts(),
    tools,
    signal,
    report: () => undefined,
    storage: createFileStorage(await mkdtemp(join(folder, "storage-"))),
    scratchFolder: await mkdtemp(join(folder, "scratch-")),
    policy: readNetworkPolicy({}),
    logger: createLogger("test", "silent"),
  };
  const range = { startS: 0, endS: Math.min(maxS, source.durationS) };
  const input = { sourcePath, source, range, onProgress: () => undefined };
  const recognized = await recognizeSource(context, input);
  const windows = judgeWindows(recognized.windows, recognized.bundle.manifest.speech ?? {});
  return { recognized, transcript: { model: recognized.model, range, sourceS: source.durationS, windows } };
}
