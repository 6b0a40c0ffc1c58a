// What a source says and shows, read once for all passes of a search for moments: its words are split into sentences, judged,
// and compared with what was asked for.
import { runInTimeSlices, yieldToEventLoop } from "../../shared/process/time-slices.ts";
import { wordsInSteps } from "../captions/cue-words.ts";
import type { VideoAnalysis } from "../framing/shots/video-analysis.ts";
import type { AudioEvents } from "../senses/audio-events/audio-events.ts";
import type { FacePresence } from "../senses/faces/face-presence.ts";
import type { FrameScores } from "../senses/image-text/frame-scores.ts";
import { lexicalSimilarity, type TextSimilarity } from "../senses/meaning/text-similarity.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import type { Cue } from "../signal/cues.ts";
import type { Span } from "../signal/span.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";
import { type JudgedStretches, judgeStretches } from "./moments/judged-stretches.ts";
import type { LengthBounds } from "./moments/moment-rater.ts";
import type { MomentTimeline } from "./moments/moment-timeline.ts";
import { isSpeechAudible } from "./moments/speech-evidence.ts";
import { type MomentText, understandText } from "./sentences/moment-text.ts";
import type { SentenceJudgements } from "./sentences/sentence-judgements.ts";
import { type SpokenText, splitInSteps } from "./sentences/sentences.ts";
import { turnsDetectedIn } from "./sentences/voice-turns.ts";
import { readWishes, type Wishes } from "./wishes/wish-relevance.ts";

export interface MomentSource {
  readonly audio: AudioAnalysis | null;
  readonly video: VideoAnalysis | null;
  /** Cues on the source's clock; may be empty, unsorted or overlapping. They are never cut. */
  readonly cues: readonly Cue[];
  /** Words with times of their own, ascending; then these are never cut, and cues may be. */
  readonly words?: readonly SpokenWord[];
  readonly range: Span;
  /** How long the source is that the range is of; no longer than the range reaches unless given. */
  readonly sourceS?: number;
  readonly clipLengthS: LengthBounds;
  readonly prompt?: string | null;
  readonly title?: string | null;
  /** The words themselves, unless an embedding model is installed. */
  readonly similarity?: TextSimilarity;
  /** What a model of text says of every sentence; null where there is none that reads this text. */
  readonly judgeText?: (text: SpokenText) => Promise<SentenceJudgements | null>;
  /** What an audio-event model heard; null where none is installed. */
  readonly audioEvents?: AudioEvents | null;
  /** What an image-text model saw of prompt and title; null where none is installed, or nothing was asked for. */
  readonly frameScores?: FrameScores | null;
  /** Where a face detector saw faces; null where none is installed. */
  readonly faces?: FacePresence | null;
  /** Ends the choice between its parts. */
  readonly signal?: AbortSignal;
}

/** What a source says and shows, made ready once for all passes. */
export interface PreparedSource {
  readonly input: MomentSource;
  readonly timeline: MomentTimeline;
  readonly text: MomentText;
  readonly wishes: Wishes;
  readonly judged: JudgedStretches | null;
}

/** Reads and judges what is said; of twelve hours each part takes a second or two. @throws the signal's reason on abort */
export async function prepareSource(input: MomentSource, timeline: MomentTimeline): Promise<PreparedSource> {
  const { similarity = lexicalSimilarity, prompt = null, title = null, signal } = input;
  const words = input.words ?? (await runInTimeSlices(wordsInSteps(input.cues), signal));
  const isAudible = isSpeechAudible(timeline, words);
  const { range, sourceS = range.endS } = input;
  const known = { ...range, hasBefore: range.startS > 0, hasAfter: range.endS < sourceS };
  await yieldToEventLoop(signal);
  const detectTurns = isAudible ? turnsDetectedIn(input.audio) : undefined;
  const spoken = await runInTimeSlices(splitInSteps(words, detectTurns), signal);
  await yieldToEventLoop(signal);
  const text = understandText(spoken, known);
  await yieldToEventLoop(signal);
  const wishes = await readWishes(similarity, text, { prompt, title });
  if (!text.hasWords) return { input, timeline, text, wishes, judged: null };
  const judgements = (await input.judgeText?.(text.text)) ?? null;
  const judged = judgements === null ? null : judgeStretches(text.text.sentences, judgements);
  return { input, timeline: isAudible ? timeline : { ...timeline, hasAudio: false }, text, wishes, judged };
}
