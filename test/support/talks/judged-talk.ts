// Talks of made-up sentences, each judged as a test wants it.

import { MOMENT_KINDS, type MomentKind } from "../../../media-node/clips/sentences/moment-kinds.ts";
import type { MomentText } from "../../../media-node/clips/sentences/moment-text.ts";
import type { SentenceJudgements } from "../../../media-node/clips/sentences/sentence-judgements.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import { readMomentText } from "./read-moment-text.ts";

/** Words of half a second, with so many seconds of silence after each sentence. */
export function speakSentences(sentences: readonly string[], silenceS = 0.5): SpokenWord[] {
  let timeS = 0;
  return sentences.flatMap((sentence) => {
    const words = sentence.split(" ").map((text, index) => {
      const startS = timeS + index / 2;
      return { text, startS, endS: startS + 0.5 };
    });
    timeS += words.length / 2 + silenceS;
    return words;
  });
}

export function readSentences(sentences: readonly string[], silenceS?: number): MomentText {
  return readMomentText(speakSentences(sentences, silenceS));
}

/** Judgements of sentences of which only the kind is told; all the rest of them is middling. */
export function judgementsOfKinds(kinds: readonly MomentKind[]): SentenceJudgements {
  const middling = () => new Float32Array(kinds.length).fill(0.5);
  const columns = { worth: middling(), begins: middling(), ends: middling(), point: middling() };
  const shares = kinds.flatMap((kind) => MOMENT_KINDS.map((each) => Number(each === kind)));
  return { ...columns, skip: middling(), interest: middling(), kinds: Float32Array.from(shares) };
}
