// The transcription pipeline: kept transcript, or source → probe → speech → words; then captions. Only the order of
// stages is here.

import { layOutInSteps } from "../../shared/captions/lay-out-transcript.ts";
import { runInTimeSlices } from "../../shared/process/time-slices.ts";
import { roundToMs } from "../../shared/round-to-ms.ts";
import type {
  TranscriptionJobOutput,
  TranscriptionJobRequest,
} from "../../shared/tasks/transcription-job.ts";
import { markWords } from "../clips/marks/mark-words.ts";
import { markSentenceEnds } from "../clips/sentences/sentences.ts";
import { probeSource } from "../source/probe-source.ts";
import { tracksNotice } from "../source/sound-tracks.ts";
import { usableRange } from "../source/usable-range.ts";
import { languageOf, type Transcript } from "../speech/transcripts/transcript.ts";
import { unsureNotice } from "../speech/transcripts/unsure-notice.ts";
import { runStage } from "../threads/run-stage.ts";
import { withAudibleTrack } from "./audible-track.ts";
import { limitRunTime } from "./limit-run-time.ts";
import { oneNotice } from "./one-notice.ts";
import type { RunContext } from "./run-context.ts";
import { withTaskSource } from "./task-source.ts";
import { textMarks } from "./text-models.ts";
import { recognizerName, transcribeSource } from "./transcribe-source.ts";
import { findCachedTranscript, keepTranscript, usedTrack } from "./transcript-cache.ts";

/** The part of the whole work that fetching takes, by experience with sources of a few minutes. */
const FETCHED = 0.2;
const TRANSCRIBED = 0.98;
const MANY_ERRORS = "many words may be wrong";
const NO_SPEECH = "No speech was found, so there are no captions.";

/** Fetches the source and transcribes it, and keeps the transcript. @throws AppError NO_AUDIO, RANGE_OUTSIDE_SOURCE, … */
async function transcribe(context: RunContext, request: TranscriptionJobRequest): Promise<Transcript> {
  const { report } = context;
  const { source, range, quality } = request;
  const wanted = {
    source,
    range,
    choice: { wanted: "audio", maxHeightPx: quality } as const,
    onProgress: (done: number) => report("fetching", FETCHED * done, "Fetching the source"),
  };
  return await withTaskSource(context, wanted, (sourcePath) => transcribeFile(context, request, sourcePath));
}

async function transcribeFile(
  context: RunContext,
  request: TranscriptionJobRequest,
  sourcePath: string,
): Promise<Transcript> {
  const { report, tools, signal } = context;
  const probed = await runStage("probe", null, () => probeSource(tools, sourcePath, signal));
  const { range } = usableRange(request.range, probed.durationS);
  limitRunTime(request, probed);
  const source = await withAudibleTrack({ ffmpeg: tools.ffmpeg, sourcePath, source: probed, range, signal });
  const wanted = { ...request, soundTrack: usedTrack(source) };
  // A wider one may be of another track, which is not known before.
  const kept =
    wanted.soundTrack === null
      ? undefined
      : await findCachedTranscript(context, wanted, recognizerName(context));
  if (kept !== undefined) return kept;
  const transcript = await transcribeSource(context, {
    sourcePath,
    source,
    range,
    onProgress: (done) =>
      report("transcribing", FETCHED + (TRANSCRIBED - FETCHED) * done, "Listening to what is said"),
  });
  await keepTranscript(context, wanted, transcript);
  return transcript;
}

/** Transcribes what a request names, or finds it done. */
export async function transcribeTask(
  context: RunContext,
  request: TranscriptionJobRequest,
): Promise<TranscriptionJobOutput> {
  const { report, tools, signal } = context;
  const { isBuiltIn } = tools.models.speech().bundle;
  report("fetching", 0, "Fetching the source");
  const cached = await findCachedTranscript(context, request, recognizerName(context));
  const transcript = cached ?? (await transcribe(context, request));
  report("uploading", TRANSCRIBED, "Finishing");
  const heard = transcript.windows.flatMap((window) => window.words);
  const words = await markWords(textMarks(context), heard);
  const captions = await runInTimeSlices(
    layOutInSteps(markSentenceEnds(words), transcript.range.endS),
    signal,
  );
  // Of the request: a transcript that was kept may have been made for another range.
  const { notice } = usableRange(request.range, transcript.sourceS);
  const doubt = unsureNotice(transcript, { isBuiltIn, consequence: MANY_ERRORS });
  return {
    notice: oneNotice(notice, tracksNotice(transcript), words.length === 0 ? NO_SPEECH : doubt),
    segments: captions.length,
    captions,
    language: languageOf(transcript),
    model: transcript.model.replace(/@.*$/, ""),
    duration: roundToMs(transcript.range.endS - transcript.range.startS),
  };
}
