// Transcripts that were made before, by whichever kind of job: looked up before a source is fetched, kept when one was
// made. The rows are in the database, which the worker hands in; the words are in the storage.
import { createHash } from "node:crypto";
import { newId } from "../../shared/ids.ts";
import { SPEECH_LIMITS } from "../../shared/limits/speech.ts";
import type { MediaRange, MediaSource } from "../../shared/tasks/clip-job.ts";
import { cutTranscript, type Transcript } from "../speech/transcripts/transcript.ts";
import type { TranscriptSubject } from "../speech/transcripts/transcript-index.ts";
import type { RunContext } from "./run-context.ts";

/** What is to be transcribed. */
export interface TranscriptRequest {
  readonly source: MediaSource;
  readonly quality: number | null;
  readonly range: MediaRange;
}

/** An upload is what was uploaded when; a URL is itself. */
async function hashSource({ storage }: RunContext, source: MediaSource): Promise<Buffer> {
  const hash = createHash("sha256");
  if (source.kind === "url") return hash.update(`url ${source.url}`).digest();
  const info = await storage.stat(source.storageKey);
  const version = `${info?.sizeBytes} ${info?.modifiedAt.toISOString()}`;
  return hash.update(`upload ${source.storageKey} ${version}`).digest();
}

async function subjectOf(
  context: RunContext,
  { source, quality, range }: TranscriptRequest,
  model: string,
): Promise<TranscriptSubject> {
  return { sourceHash: await hashSource(context, source), quality, model, ...range };
}

/** A kept transcript of the range, cut from a wider one where there is one; undefined where there is none. */
export async function findCachedTranscript(
  context: RunContext,
  request: TranscriptRequest,
  model: string,
): Promise<Transcript | undefined> {
  const key = await context.transcripts.find(await subjectOf(context, request, model));
  const stored = key === undefined ? undefined : await context.storage.read(key);
  if (stored === undefined) return undefined;
  const transcript = JSON.parse(stored.toString("utf8")) as Transcript;
  const { startS, endS } = request.range;
  return cutTranscript(transcript, {
    startS,
    endS: Math.min(endS ?? transcript.sourceS, transcript.range.endS),
  });
}

/** Keeps a transcript for later jobs. */
export async function keepTranscript(
  context: RunContext,
  request: TranscriptRequest,
  transcript: Transcript,
): Promise<void> {
  const subject = await subjectOf(context, request, transcript.model);
  const id = newId("transcript");
  const storageKey = `transcripts/${id}.json`;
  const { transcriptKeptMs, urlTranscriptKeptMs } = SPEECH_LIMITS;
  await context.storage.write(storageKey, JSON.stringify(transcript));
  await context.transcripts.add({
    ...subject,
    id,
    storageKey,
    sourceS: transcript.sourceS,
    ...transcript.range,
    keptMs: request.source.kind === "url" ? urlTranscriptKeptMs : transcriptKeptMs,
  });
}
