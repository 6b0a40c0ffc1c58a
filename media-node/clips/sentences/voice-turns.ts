// Where another voice begins to speak, between sentences, as far as voices can be told apart. Marks of subtitles know
// better; where voices are alike, or a sentence is too short to know one by, nothing is claimed.
import { tellVoices, type VoiceShares } from "../../senses/voices/tell-voices.ts";
import { VOICE_SOUNDS } from "../../senses/voices/voice-sounds.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import type { Span } from "../../signal/span.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { splitSentences } from "./sentences.ts";

/** Hops with a sound of a voice, every other one of 20 ms, by which a voice is known. */
const MIN_HOPS = 6;
/** From this probability on it is said. */
const SURE = 0.9;

/** How many hops of a stretch have each sound. */
function countSounds({ startS, hopS, voiceSounds }: AudioAnalysis, stretch: Span): Float64Array {
  const counts = new Float64Array(VOICE_SOUNDS);
  const from = Math.max(0, Math.round((stretch.startS - startS) / hopS));
  const to = Math.max(from, Math.round((stretch.endS - startS) / hopS));
  for (const sound of voiceSounds.subarray(from, to))
    if (sound > 0) counts[sound - 1] = (counts[sound - 1] ?? 0) + 1;
  return counts;
}

/** Per stretch the shares of the voices, where any are told apart and this stretch is long enough. */
function voicesIn(audio: AudioAnalysis, stretches: readonly Span[]): readonly (Float64Array | undefined)[] {
  const counts = stretches.map((stretch) => countSounds(audio, stretch));
  const isKnown = counts.map((row) => row.reduce((sum, count) => sum + count, 0) >= MIN_HOPS);
  const told: VoiceShares = tellVoices(counts.filter((_, at) => isKnown[at])) ?? [];
  let next = 0;
  return isKnown.map((known) => (known ? told[next++] : undefined));
}

function isTurn(before: Float64Array | undefined, own: Float64Array | undefined): boolean | undefined {
  if (before === undefined || own === undefined) return undefined;
  const same = own.reduce((sum, share, voice) => sum + share * (before[voice] ?? 0), 0);
  return same <= 1 - SURE ? true : same >= SURE ? false : undefined;
}

/** The words, and of those that begin a sentence whether another voice begins there, where that is plainly heard. */
export function markVoiceTurns(
  words: readonly SpokenWord[],
  audio: AudioAnalysis | null,
): readonly SpokenWord[] {
  if (audio === null || words.some(({ startsTurn }) => startsTurn !== undefined)) return words;
  const { sentences } = splitSentences(words);
  const voices = voicesIn(audio, sentences);
  const turns = new Map(
    sentences.map(({ firstWord }, at) => [firstWord, isTurn(voices[at - 1], voices[at])]),
  );
  return words.map((word, index) => {
    const startsTurn = turns.get(index);
    return startsTurn === undefined ? word : { ...word, startsTurn };
  });
}
