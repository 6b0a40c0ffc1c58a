import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { buildTimeline } from "../../../../media-node/clips/moments/moment-timeline.ts";
import { prepareSource } from "../../../../media-node/clips/prepare-source.ts";
import { type Sentence, splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { turnsDetectedIn } from "../../../../media-node/clips/sentences/voice-turns.ts";
import { AudioDigest } from "../../../../media-node/senses/audio/audio-digest.ts";
import type { AudioAnalysis } from "../../../../media-node/signal/audio-analysis.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import type { Span } from "../../../../media-node/signal/span.ts";
import type { SpokenWord } from "../../../../media-node/signal/spoken-word.ts";
import { runAtOnce } from "../../../../shared/process/time-slices.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { type SyntheticVoice, speakInTurns } from "../../../support/talks/synthetic-voices.ts";

const LOW: SyntheticVoice = { pitchHz: 105, resonance: 1 };
const HIGH: SyntheticVoice = { pitchHz: 190, resonance: 1.18 };
const SAMPLE_RATE_HZ = 16_000;

interface Said<V> extends Span {
  readonly voice: V;
}

/** Sentences of 2 to 5 s, a pause of 0.3 s between any two; somebody says one to three of them. */
function makeConversation<V>(voices: readonly V[], count: number, seed: number): Said<V>[] {
  const random = seededRandom(seed);
  const said: Said<V>[] = [];
  let [startS, left, turn] = [0.5, 0, 0];
  while (said.length < count) {
    if (left === 0) {
      left = 1 + Math.floor(3 * random());
      turn += 1;
    }
    const endS = startS + 2 + 3 * random();
    said.push({ startS, endS, voice: voices[turn % voices.length] as V });
    startS = endS + 0.3;
    left -= 1;
  }
  return said;
}

function analyse(bytes: Buffer, startS = 0): AudioAnalysis {
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  const digest = new AudioDigest(samples.length / SAMPLE_RATE_HZ);
  digest.push(samples);
  return digest.finish(startS);
}

function hear(said: readonly Said<SyntheticVoice>[]): AudioAnalysis {
  return analyse(speakInTurns(said, (said.at(-1)?.endS ?? 0) + 0.5, 1));
}

const CONVERSATION = makeConversation([LOW, HIGH], 40, 3);
const HEARD = hear(CONVERSATION);

/** Each stretch as a sentence of three words. */
function wordsOf(said: readonly Span[]): SpokenWord[] {
  return said.flatMap(({ startS, endS }) =>
    ["Somebody", "says", "this."].map((text, at) => ({
      text,
      startS: startS + (at * (endS - startS)) / 3,
      endS: startS + ((at + 1) * (endS - startS)) / 3,
    })),
  );
}

function truthOf<V>(said: readonly Said<V>[]): boolean[] {
  return said.map(({ voice }, at) => at > 0 && voice !== said[at - 1]?.voice);
}

/** What is heard of turns in sentences, with the first, of which nothing is ever known. */
function turnsIn(audio: AudioAnalysis | null, sentences: readonly Span[]): readonly (boolean | undefined)[] {
  const steps = turnsDetectedIn(audio)?.(sentences);
  return steps === undefined ? [] : runAtOnce(steps);
}

test("another voice begins a turn, the same one goes on", () => {
  const turns = turnsIn(HEARD, CONVERSATION);
  assert.equal(turns[0], undefined);
  assert.deepEqual(turns.slice(1), truthOf(CONVERSATION).slice(1));
});

test("of one voice nothing is claimed", () => {
  const said = makeConversation([LOW], 40, 5);
  assert.ok(turnsIn(hear(said), said).every((turn) => turn === undefined));
});

test("of a sentence that is too short nothing is claimed, nor of the one after it", () => {
  const said = CONVERSATION.map((each, at) => (at === 20 ? { ...each, endS: each.startS + 0.2 } : each));
  const turns = turnsIn(HEARD, said);
  assert.deepEqual([turns[20], turns[21]], [undefined, undefined]);
  assert.equal(turns.filter((turn) => turn === undefined).length, 3);
});

test("of a sentence that may be either voice's nothing is claimed", () => {
  const random = seededRandom(8);
  // Two voices that share the sounds 9 to 12, and a sentence that has hardly any others.
  const said = makeConversation([1, 9], 40, 3).map((each, at) => (at === 20 ? { ...each, voice: 0 } : each));
  const voiceSounds = new Uint8Array(HEARD.voiceSounds.length);
  for (const { startS, endS, voice } of said) {
    for (let hop = Math.ceil(startS * 25) * 2; hop < endS * 50; hop += 2)
      voiceSounds[hop] = voice === 0 ? 9 + Math.floor(4 * random()) : voice + Math.floor(12 * random());
  }
  const from = Math.ceil((said[20]?.startS ?? 0) * 25) * 2;
  voiceSounds.fill(3, from, from + 1);
  const turns = turnsIn({ ...HEARD, voiceSounds }, said);
  assert.deepEqual([turns[20], turns[21]], [undefined, undefined]);
  assert.equal(turns.filter((turn) => turn === undefined).length, 3);
});

test("times are the source's, wherever its analysis begins", () => {
  const later = CONVERSATION.map(({ startS, endS }) => ({ startS: startS + 100, endS: endS + 100 }));
  const turns = turnsIn({ ...HEARD, startS: 100 }, later);
  assert.deepEqual(turns.slice(1), truthOf(CONVERSATION).slice(1));
});

for (const lagS of [1.5, 3]) {
  test(`of words that lie ${lagS} s behind the sound nothing is claimed`, () => {
    const late = CONVERSATION.map(({ startS, endS }) => ({ startS: startS + lagS, endS: endS + lagS }));
    assert.ok(turnsIn(HEARD, late).every((turn) => turn === undefined));
  });
}

test("among five voices it is said where another one begins, but not that the same one goes on", () => {
  const voices = [0, 1, 2, 3, 4].map((at) => ({ pitchHz: 90 + 40 * at, resonance: 0.9 + 0.1 * at }));
  const said = makeConversation(voices, 120, 6);
  const turns = turnsIn(hear(said), said);
  const truth = truthOf(said);
  assert.ok(turns.every((turn, at) => turn !== false && (turn === undefined || truth[at] === true)));
  assert.ok(turns.filter((turn) => turn === true).length > 0.8 * truth.filter(Boolean).length);
});

test("marks of the text know better, and sound without voices is not asked", () => {
  const marked = wordsOf(CONVERSATION).map((word, at) => ({ ...word, startsTurn: at === 30 }));
  const { sentences } = splitSentences(marked, () => assert.fail("Nobody has to listen."));
  assert.deepEqual(
    sentences.map(({ startsTurn }) => startsTurn),
    sentences.map((_, at) => Number(at === 10)),
  );
  assert.equal(turnsDetectedIn(null), undefined);
  assert.equal(
    turnsDetectedIn({ ...HEARD, voiceSounds: new Uint8Array(HEARD.voiceSounds.length) }),
    undefined,
  );
});

test("what is heard parts no sentence, ends none otherwise, and closes no quotation", () => {
  const words = wordsOf(CONVERSATION).map((word, at) => ({
    ...word,
    text: at === 30 ? "“Somebody" : at === 50 ? "this.”" : word.text,
  }));
  const [unheard, heard] = [splitSentences(words), splitSentences(words, turnsDetectedIn(HEARD))];
  const plain = ({ startsTurn, ...rest }: Sentence): Omit<Sentence, "startsTurn"> => rest;
  assert.deepEqual(heard.sentences.map(plain), unheard.sentences.map(plain));
  assert.notDeepEqual(heard.sentences, unheard.sentences);
});

test("moments are chosen from sentences whose turns are heard", async () => {
  const range = { startS: 0, endS: (CONVERSATION.at(-1)?.endS ?? 0) + 0.5 };
  const source = { audio: HEARD, video: null, cues: [], words: wordsOf(CONVERSATION), range };
  const input = { ...source, clipLengthS: { min: 10, max: 30 } };
  const { text } = await prepareSource(input, buildTimeline(HEARD, null, range));
  const turns = text.text.sentences.map(({ startsTurn }) => startsTurn === 1);
  assert.deepEqual(turns.slice(1), truthOf(CONVERSATION).slice(1));
  assert.ok(text.text.sentences.every(({ startsTurn }) => startsTurn !== 0.5));
});

/** The samples of a WAV file of 16 kHz, mono, 16 bits. */
async function samplesIn(path: string): Promise<Uint8Array> {
  const file = await readFile(path);
  const data = file.indexOf("data", 12, "latin1");
  return file.subarray(data + 8, data + 8 + file.readUInt32LE(data + 4));
}

const JFK = sharedData("speech/jfk.wav");
const TWO_CITIES = sharedData("speech/two_cities.wav");

test("two real voices are told apart", { skip: JFK.skip || TWO_CITIES.skip }, async () => {
  const voices = await Promise.all([JFK, TWO_CITIES].map(({ path }) => samplesIn(path)));
  // What each has said is cut into stretches of 1.5 s, which take turns by two and three as long as both have some.
  const said: Said<number>[] = [];
  const parts: Uint8Array[] = [];
  const length = 1.5 * SAMPLE_RATE_HZ * 2;
  const at = [0, 0];
  for (let turn = 0; ; turn += 1) {
    const voice = turn % 2;
    const bytes = voices[voice] ?? new Uint8Array();
    const count = 1 + voice;
    if ((at[voice] ?? 0) + count * length > bytes.length) break;
    for (let each = 0; each < count; each += 1) {
      const from = at[voice] ?? 0;
      parts.push(bytes.subarray(from, from + length));
      said.push({ startS: 1.5 * said.length, endS: 1.5 * (said.length + 1), voice });
      at[voice] = from + length;
    }
  }
  const turns = turnsIn(analyse(Buffer.concat(parts)), said);
  const truth = truthOf(said);
  const claimed = turns.flatMap((turn, index) => (turn === undefined ? [] : [turn === truth[index]]));
  assert.ok(claimed.length > 0.5 * said.length, `claimed ${claimed.length} of ${said.length}`);
  assert.ok(claimed.every(Boolean));
});
