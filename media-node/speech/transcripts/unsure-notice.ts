// What a client is told where the speech model is more likely wrong than right.
import { type Transcript, unsureShare } from "./transcript.ts";

/** Below this share of words nothing is said: a mumbled sentence in an hour is no news. */
const WORTH_SAYING = 0.1;
/** From this share on it is the voice as a whole. */
const WHOLE_VOICE = 0.9;

export interface UnsureNotice {
  /** Whether the model is the one that comes with Clipmill. */
  readonly isBuiltIn: boolean;
  /** What became of the words, such as "captions were left out". */
  readonly consequence: string;
}

/** One sentence, or null where the model was sure enough. */
export function unsureNotice(
  transcript: Transcript,
  { isBuiltIn, consequence }: UnsureNotice,
): string | null {
  const share = unsureShare(transcript);
  if (share < WORTH_SAYING) return null;
  // Whoever speaks another language would look for the fault in the recording.
  const model = isBuiltIn ? "The built-in speech model, which knows English alone," : "The speech model";
  if (share > WHOLE_VOICE) return `${model} was not sure of this voice, so ${consequence}.`;
  return `${model} was not sure of parts of what is said, so ${consequence} there.`;
}
