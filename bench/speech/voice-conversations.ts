// Conversations put together of recordings of voices, with who says what, and what is heard of who speaks in them.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { turnsDetectedIn } from "../../media-node/clips/sentences/voice-turns.ts";
import { AudioDigest } from "../../media-node/senses/audio/audio-digest.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../../media-node/signal/audio-analysis.ts";
import { seededRandom } from "../../media-node/signal/seeded-random.ts";
import type { Span } from "../../media-node/signal/span.ts";
import { runAtOnce } from "../../shared/process/time-slices.ts";
import { record, type Voice } from "../../test/support/speech/voice-recordings.ts";

const BYTES_PER_S = 2 * AUDIO_SAMPLE_RATE_HZ;
/** A sentence takes so long, and somebody says so many before another one speaks. */
const SENTENCE_S = { min: 1.5, max: 4.5 } as const;
const MAX_SENTENCES = 3;
const PAUSE_S = 0.3;
/** Of less nobody can tell who speaks. */
export const MIN_VOICE_S = 20;

/** What somebody says, signed 16-bit samples of 16 kHz. */
export interface RecordedVoice {
  readonly name: string;
  readonly samples: Uint8Array;
}

/** The voices under a condition that say enough. */
export async function recordVoices(
  voices: readonly Voice[],
  graph: string,
  folder: string,
): Promise<RecordedVoice[]> {
  const recorded: RecordedVoice[] = [];
  for (const voice of voices) {
    const path = join(folder, "voice.wav");
    await record(voice, graph, path);
    const file = await readFile(path);
    await rm(path);
    const data = file.indexOf("data", 12, "latin1");
    const samples = file.subarray(data + 8);
    if (samples.length >= MIN_VOICE_S * BYTES_PER_S) recorded.push({ name: voice.name, samples });
  }
  return recorded;
}

export interface MeasuredTurns {
  /** Neighbouring sentences. */
  readonly pairs: number;
  /** Of which something was said, and something wrong. */
  readonly claimed: number;
  readonly wrong: number;
}

interface Said {
  readonly speaker: number;
  readonly samples: Uint8Array;
}

/** They take turns, each with what it says next, until only one has anything left. */
function converse(voices: readonly RecordedVoice[], seed: number): Said[] {
  const random = seededRandom(seed);
  const said: Said[] = [];
  const next = voices.map(() => 0);
  for (let turn = 0; ; turn += 1) {
    const speaker = turn % voices.length;
    const all = voices[speaker]?.samples ?? new Uint8Array();
    for (let left = 1 + Math.floor(MAX_SENTENCES * random()); left > 0; left -= 1) {
      const lengthS = SENTENCE_S.min + (SENTENCE_S.max - SENTENCE_S.min) * random();
      const from = next[speaker] ?? 0;
      const to = from + 2 * Math.round(lengthS * AUDIO_SAMPLE_RATE_HZ);
      if (to > all.length) return said;
      said.push({ speaker, samples: all.subarray(from, to) });
      next[speaker] = to;
    }
  }
}

/** What is said of the turns of a conversation of these voices; of a single one every turn is wrong. */
export function measureTurns(voices: readonly RecordedVoice[], seed: number): MeasuredTurns {
  const said = converse(voices, seed);
  const pause = new Uint8Array(2 * Math.round(PAUSE_S * AUDIO_SAMPLE_RATE_HZ));
  const bytes = Buffer.concat(said.flatMap(({ samples }) => [samples, pause]));
  const digest = new AudioDigest(bytes.length / BYTES_PER_S);
  digest.push(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2));
  let startS = 0;
  const sentences: Span[] = said.map(({ samples }) => {
    const endS = startS + samples.length / BYTES_PER_S;
    const sentence = { startS, endS };
    startS = endS + PAUSE_S;
    return sentence;
  });
  const hearing = turnsDetectedIn(digest.finish(0))?.(sentences);
  const claims = hearing === undefined ? [] : runAtOnce(hearing);
  const truth = said.map(({ speaker }, at) => speaker !== said[at - 1]?.speaker);
  const claimed = claims.flatMap((claim, at) =>
    at === 0 || claim === undefined ? [] : [claim === truth[at]],
  );
  return {
    pairs: said.length - 1,
    claimed: claimed.length,
    wrong: claimed.filter((isRight) => !isRight).length,
  };
}
