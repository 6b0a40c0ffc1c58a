// The words of a clip job's source: its subtitles if it has any, because people wrote them, else what the speech model
// recognizes. Not every text track has the words: cameras write their readings into one, and some have only foreign lines,
// marked so or not. A transcript that any job of the account has made before is reused.

import { layOutInSteps } from "../../shared/captions/lay-out-transcript.ts";
import { runInTimeSlices, yieldToEventLoop } from "../../shared/process/time-slices.ts";
import type { ClipJobRequest } from "../../shared/tasks/clip-job.ts";
import { withoutTwins, wordsInSteps } from "../captions/cue-words.ts";
import { markCues, markWords } from "../clips/marks/mark-words.ts";
import { type Cue, cueFreeGaps, sortCues } from "../signal/cues.ts";
import type { Span } from "../signal/span.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";
import { isMoreThanSaid, withoutDenseInSteps } from "../source/dense-cues.ts";
import type { SourceInfo } from "../source/probe-source.ts";
import { readSubtitles } from "../source/read-subtitles.ts";
import type { RecognizedWord } from "../speech/speech-recognizer.ts";
import type { Transcript } from "../speech/transcripts/transcript.ts";
import { unsureNotice } from "../speech/transcripts/unsure-notice.ts";
import { runStage } from "../threads/run-stage.ts";
import { oneNotice } from "./one-notice.ts";
import type { RunContext } from "./run-context.ts";
import { textMarks } from "./text-models.ts";
import { recognizerName, transcribeSource } from "./transcribe-source.ts";
import { findCachedTranscript, keepTranscript, usedTrack } from "./transcript-cache.ts";

export interface SourceText {
  /** Phrases on the source's clock. */
  readonly cues: readonly Cue[];
  readonly words: readonly SpokenWord[];
  /** Whether the words were timed one by one; those of subtitles are only spread over their cue. */
  readonly hasWordTimes: boolean;
  /** One sentence for a person where text is missing. */
  readonly notice: string | null;
}

const NO_SPEECH = "Nobody speaks in the source, so the clips have no captions.";
const NO_AUDIO_NOTICE = "The source has neither sound nor subtitles, so the clips have no captions.";
const DENSE_NOTICE =
  "Some subtitles of the source are more than anybody could say or read in their time: they were left out.";
const LONG_NOTICE = "The source's subtitles are longer than any film's and were left out.";

/**
 * Subtitles must be shown for at least this share of the range to count as all that is said. Where people talk they are shown
 * for much of the time; those of foreign lines and signs, a few dozen in a film, for a hundredth or two. The bound is low,
 * because written text is better than recognized text, and a film in which hardly anybody speaks has few subtitles, too.
 */
const MIN_SHOWN_SHARE = 0.05;
/** Digits among letters and digits: some tenth in talk of numbers, about half in cameras' exposures, places and clocks. */
const MAX_DIGIT_SHARE = 0.35;

/** The range of a clip job's source that is analysed. */
export interface AnalysisInput {
  readonly request: ClipJobRequest;
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly range: Span;
  readonly onProgress: (fraction: number) => void;
}

async function transcriptOf(context: RunContext, input: AnalysisInput): Promise<Transcript> {
  const { request, range, source } = input;
  // The video is fetched at its best, and so is the audio.
  const wanted = { source: request.source, quality: null, range, soundTrack: usedTrack(source) };
  const cached = await findCachedTranscript(context, wanted, recognizerName(context));
  if (cached !== undefined) return cached;
  const transcript = await transcribeSource(context, input);
  await keepTranscript(context, wanted, transcript);
  return transcript;
}

/** Phrases as long as they are spoken. */
async function phrasesOf(
  { signal }: RunContext,
  words: readonly RecognizedWord[],
  endS: number,
): Promise<Cue[]> {
  const captions = await runInTimeSlices(layOutInSteps(words, endS), signal);
  return captions.map(({ text, start, words: spoken }) => ({
    text,
    startS: start,
    endS: spoken.at(-1)?.end ?? start,
  }));
}

/** Windows of low confidence give no text: no caption is better than nonsense. */
async function textOf(context: RunContext, transcript: Transcript): Promise<SourceText> {
  const { isBuiltIn } = context.tools.models.speech().bundle;
  const heard = transcript.windows.filter(({ isConfident }) => isConfident).flatMap((window) => window.words);
  const words = await markWords(textMarks(context), heard);
  const unsure = { isBuiltIn, consequence: "captions were left out" };
  const notice = transcript.windows.length === 0 ? NO_SPEECH : unsureNotice(transcript, unsure);
  const cues = await phrasesOf(context, words, transcript.range.endS);
  return { cues, words, hasWordTimes: true, notice };
}

/**
 * The cues of the range: a copy of a part of the source has no others. They end with the source: one that is shown beyond
 * it would else leave no place to cut at its end.
 */
function cuesOf({ range, source }: AnalysisInput, cues: readonly Cue[]): Cue[] {
  const endS = source.durationS;
  return cues
    .filter((cue) => cue.startS < Math.min(range.endS, endS) && cue.endS > range.startS)
    .map((cue) => (cue.endS <= endS ? cue : { ...cue, endS }));
}

function isTelemetry(cues: readonly Cue[]): boolean {
  const text = cues.map((cue) => cue.text).join(" ");
  const [digits, all] = [/\p{Nd}/gu, /[\p{L}\p{Nd}]/gu].map((kind) => text.match(kind)?.length ?? 0);
  return (digits ?? 0) > MAX_DIGIT_SHARE * (all ?? 0);
}

interface WrittenCues {
  readonly cues: readonly Cue[];
  /** Whether some were left out, because they are too much where they are shown. */
  readonly hadDense: boolean;
  /** Whether all were, unread. */
  readonly isTooLong: boolean;
}

const NOT_WRITTEN: WrittenCues = { cues: [], hadDense: false, isTooLong: false };

/** The subtitles of the range; none where nobody says them. */
async function writtenCues(context: RunContext, input: AnalysisInput): Promise<WrittenCues> {
  const { subtitle } = input.source;
  if (subtitle === null) return NOT_WRITTEN;
  const { ffmpeg } = context.tools;
  const written = await runStage("read-subtitles", null, () =>
    readSubtitles(ffmpeg, input.sourcePath, subtitle, context.signal),
  );
  if (written === null) return { ...NOT_WRITTEN, isTooLong: true };
  await yieldToEventLoop(context.signal);
  // What is shown twice is said once: marks that differ would hide that, and all layers together are more than is said.
  const shown = withoutTwins(cuesOf(input, written));
  if (isMoreThanSaid(shown, input.range) || isTelemetry(shown)) return NOT_WRITTEN;
  const cues = await runInTimeSlices(withoutDenseInSteps(shown), context.signal);
  return { cues, hadDense: cues.length < shown.length, isTooLong: false };
}

function shownShare(cues: readonly Cue[], range: Span): number {
  const gapsS = cueFreeGaps(sortCues(cues), range).reduce((sum, { startS, endS }) => sum + endS - startS, 0);
  return 1 - gapsS / (range.endS - range.startS);
}

/**
 * Gathers the text of a range.
 * @throws AppError OUT_OF_MEMORY, MODEL_UNAVAILABLE; `signal.reason` on abort
 */
export async function gatherText(context: RunContext, input: AnalysisInput): Promise<SourceText> {
  const { source, range } = input;
  const { cues, hadDense, isTooLong } = await writtenCues(context, input);
  const left = isTooLong ? LONG_NOTICE : null;
  const notice = hadDense ? DENSE_NOTICE : left;
  const written = async (): Promise<SourceText> => {
    await yieldToEventLoop(context.signal);
    const marked = await markCues(textMarks(context), cues);
    const words = await runInTimeSlices(wordsInSteps(marked), context.signal);
    return { cues: marked, words, hasWordTimes: false, notice };
  };
  if (source.audio === null)
    return cues.length > 0 || notice !== null ? written() : { ...(await written()), notice: NO_AUDIO_NOTICE };
  if (shownShare(cues, range) >= MIN_SHOWN_SHARE) return written();
  const heard = await textOf(context, await transcriptOf(context, input));
  // A few lines are better than none.
  if (heard.words.length === 0 && cues.length > 0) return written();
  return { ...heard, notice: oneNotice(left, heard.notice) };
}
