// Transcripts that were made before, by whichever kind of job: looked up before a source is fetched, kept when one was
// made. The rows are in the database, which the worker hands in; the words are in the storage.
import { newId } from "../../shared/ids.ts";
import type { MediaRange, MediaSource } from "../../shared/tasks/media-source.ts";
import { hashSource } from "../../shared/tasks/source-hash.ts";
import type { SourceInfo } from "../source/probe-source.ts";
import { tracksOf } from "../source/sound-tracks.ts";
import { cutTranscript, type Transcript } from "../speech/transcripts/transcript.ts";
import type { TranscriptSubject } from "../speech/transcripts/transcript-index.ts";
import { readKept } from "./checkpoints.ts";
import type { RunContext } from "./run-context.ts";

/** What is to be transcribed. */
export interface TranscriptRequest {
  readonly source: MediaSource;
  readonly quality: number | null;
  readonly range: MediaRange;
  /** See `usedTrack`; missing where the source was not looked at yet. */
  readonly soundTrack?: number | null;
}

/** Which of a source's sound tracks is heard, by its place from 0; null where there is no choice. */
export function usedTrack({ audio }: SourceInfo): number | null {
  return (audio && tracksOf(audio).soundTrack) ?? null;
}

function subjectOf(
  { source, quality, range, soundTrack }: TranscriptRequest,
  model: string,
): TranscriptSubject {
  return { sourceHash: hashSource(source), quality, model, soundTrack, ...range };
}

/** A kept transcript of the range, cut from a wider one where there is one; undefined where there is none. */
export async function findCachedTranscript(
  context: RunContext,
  request: TranscriptRequest,
  model: string,
): Promise<Transcript | undefined> {
  const key = await context.transcripts.find(subjectOf(request, model));
  const transcript = key === undefined ? undefined : await readKept<Transcript>(context, key);
  if (transcript === undefined) return undefined;
  const { startS, endS } = request.range;
  return cutTranscript(transcript, {
    startS,
    endS: Math.min(endS ?? transcript.sourceS, transcript.range.endS),
  });
}

/**
 * Keeps a transcript for later jobs, unless its own has ended, or may have: what was removed with that is written down no
 * more.
 */
export async function keepTranscript(
  context: RunContext,
  request: TranscriptRequest,
  transcript: Transcript,
): Promise<void> {
  const subject = subjectOf(request, transcript.model);
  const { sourceS, soundTrack = null, range } = transcript;
  const id = newId("transcript");
  const storageKey = `transcripts/${id}.json`;
  const { uploadMs, urlMs } = context.tools.transcriptsKept;
  await context.storage.write(storageKey, JSON.stringify(transcript));
  const isKept = await context.transcripts.add({
    ...subject,
    id,
    storageKey,
    sourceS,
    soundTrack,
    ...range,
    keptMs: request.source.kind === "url" ? urlMs : uploadMs,
  });
  if (!isKept) await context.storage.remove(storageKey);
}
