// An AudioAnalysis of made-up speech whose words and pauses are known exactly: seeded, so that a failing case can be
// run again. Words of one phrase have 60 ms between them, which is no pause; phrases have at least 0.3 s.
import type { AudioAnalysis } from "../../../media-node/signal/audio-analysis.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import type { Span } from "../../../media-node/signal/span.ts";

export interface SyntheticSpeech {
  readonly audio: AudioAnalysis;
  /** What must not be cut: from the first to the last sound of a phrase. */
  readonly phrases: readonly Span[];
}

const HOP_S = 0.02;

/** Speech of `durationS` seconds that begins at `startS` on the source's clock. */
export function makeSpeech(seed: number, durationS: number, startS = 0): SyntheticSpeech {
  const random = seededRandom(seed);
  const hopCount = Math.round(durationS / HOP_S);
  const loudnessDb = Float32Array.from({ length: hopCount }, () => -62 + 2 * random());
  const speech = new Uint8Array(hopCount);
  const novelty = new Uint8Array(hopCount);
  const phrases: Span[] = [];
  let hop = Math.round(50 * random());
  while (hop < hopCount) {
    const from = hop;
    const levelDb = -30 + 12 * random();
    for (let words = 2 + Math.floor(6 * random()); words > 0 && hop < hopCount; words -= 1) {
      const end = Math.min(hopCount, hop + 8 + Math.floor(14 * random()));
      novelty[hop] = 180;
      loudnessDb.fill(levelDb, hop, end);
      speech.fill(160, hop, end);
      hop = Math.min(hopCount, end + 3);
    }
    const to = Math.min(hopCount, hop - 3);
    phrases.push({ startS: startS + from * HOP_S, endS: startS + to * HOP_S });
    hop = to + 15 + Math.floor(50 * random() ** 2);
  }
  return {
    audio: {
      startS,
      hopS: HOP_S,
      loudnessDb,
      speech,
      novelty,
      pitch: new Uint8Array(hopCount),
      voiceSounds: new Uint8Array(hopCount),
    },
    phrases,
  };
}
