// Which words of a speech model are to be believed, as its manifest says; speech/transcripts/judge-windows.ts reads it.
import { type Static, Type } from "typebox";

/** Measures of a stretch of recognized words. */
const StretchMeasures = Type.Object({
  /** Mean word score. */
  score: Type.Number({ minimum: 0, maximum: 1 }),
  /** Phone error rate: the share of the words' phones that the network by itself recognizes otherwise, insertions included. */
  misheard: Type.Number({ minimum: 0 }),
  /** Mean entropy of the frames in which it recognizes anything. */
  entropyNats: Type.Number({ minimum: 0 }),
});
export type StretchMeasures = Static<typeof StretchMeasures>;

export const SpeechBounds = Type.Object({
  /** Of a voice for a minute before and after a window; worse ones are not believed. */
  voice: StretchMeasures,
  /** Of the window itself. */
  window: StretchMeasures,
  /** Of every few words in a row within it. */
  run: StretchMeasures,
  /** What a usual voice gives that the model does not know; little evidence is taken for this. */
  stranger: StretchMeasures,
});
export type SpeechBounds = Static<typeof SpeechBounds>;
