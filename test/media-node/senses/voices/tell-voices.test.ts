import assert from "node:assert/strict";
import { test } from "node:test";
import { tellVoices } from "../../../../media-node/senses/voices/tell-voices.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";

const SOUNDS = 32;

/** How often somebody makes each sound: a few often, most seldom. */
function habitsOf(random: () => number): Float64Array {
  const weights = Float64Array.from({ length: SOUNDS }, () => random() ** 3);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** What is heard in a stretch of `hops`: sounds by their weights, each three times over, as neighbours are alike. */
function hear(habits: Float64Array, hops: number, random: () => number): Float64Array {
  const counts = new Float64Array(SOUNDS);
  for (let hop = 0; hop < hops; hop += 3) {
    let left = random();
    const sound = habits.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    const at = sound === -1 ? SOUNDS - 1 : sound;
    counts[at] = (counts[at] ?? 0) + 3;
  }
  return counts;
}

interface Talk {
  readonly counts: readonly Float64Array[];
  readonly speakers: readonly number[];
}

function makeTalk(voices: number, stretches: number, seed: number): Talk {
  const random = seededRandom(seed);
  const habits = Array.from({ length: voices }, () => habitsOf(random));
  const speakers = Array.from({ length: stretches }, () => Math.floor(voices * random()));
  const counts = speakers.map((speaker) =>
    hear(habits[speaker] ?? new Float64Array(SOUNDS), 24 + Math.floor(90 * random()), random),
  );
  return { counts, speakers };
}

for (const voices of [2, 3, 4]) {
  test(`${voices} voices are told apart, whichever is called which`, () => {
    const { counts, speakers } = makeTalk(voices, 30 * voices, voices);
    const shares = tellVoices(counts);
    assert.ok(shares !== null);
    assert.equal(shares[0]?.length, voices);
    const called = shares.map((row) => row.indexOf(Math.max(...row)));
    const names = new Map(speakers.map((speaker, at) => [speaker, called[at]]));
    assert.equal(new Set(names.values()).size, voices);
    const wrong = speakers.filter((speaker, at) => called[at] !== names.get(speaker)).length;
    assert.ok(wrong <= 0.03 * speakers.length, `${wrong} of ${speakers.length} are wrong`);
  });
}

test("shares of a stretch add up to one", () => {
  const shares = tellVoices(makeTalk(2, 40, 9).counts);
  assert.ok(shares !== null);
  for (const row of shares) assert.ok(Math.abs(row.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
});

test("of one voice no second one is claimed", () => {
  for (let seed = 0; seed < 20; seed += 1) {
    assert.equal(tellVoices(makeTalk(1, 15 + 5 * seed, seed).counts), null);
  }
});

test("too few stretches tell nothing", () => {
  assert.equal(tellVoices([]), null);
  assert.equal(tellVoices(makeTalk(2, 5, 2).counts), null);
});

test("the same stretches are told alike every time", () => {
  const { counts } = makeTalk(3, 60, 5);
  assert.deepEqual(tellVoices(counts), tellVoices(counts));
});
