import assert from "node:assert/strict";
import { test } from "node:test";
import { separateVoices } from "../../../../media-node/senses/voices/separate-voices.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { runAtOnce } from "../../../../shared/process/time-slices.ts";

const SOUNDS = 32;

/** How often somebody makes each sound: a few often, most seldom. */
function habitsOf(random: () => number): Float64Array {
  const weights = Float64Array.from({ length: SOUNDS }, () => random() ** 3);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** What is heard in a stretch of `hops`: sounds by their weights, each some times over, as neighbours are alike. */
function hear(habits: Float64Array, hops: number, random: () => number, times = 3): Float64Array {
  const counts = new Float64Array(SOUNDS);
  for (let hop = 0; hop < hops; hop += times) {
    let left = random();
    const sound = habits.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    const at = sound === -1 ? SOUNDS - 1 : sound;
    counts[at] = (counts[at] ?? 0) + times;
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

for (const voices of [2, 3, 4, 5]) {
  test(`${voices} voices are told apart, whichever is called which`, () => {
    const { counts, speakers } = makeTalk(voices, 30 * voices, voices);
    const told = runAtOnce(separateVoices(counts));
    assert.ok(told !== null);
    assert.equal(told.shares[0]?.length, voices);
    const called = told.shares.map((row) => row.indexOf(Math.max(...row)));
    const names = new Map(speakers.map((speaker, at) => [speaker, called[at]]));
    assert.equal(new Set(names.values()).size, voices);
    const wrong = speakers.filter((speaker, at) => called[at] !== names.get(speaker)).length;
    assert.ok(wrong <= 0.03 * speakers.length, `${wrong} of ${speakers.length} are wrong`);
    assert.equal(told.mayBeMore, voices >= 5);
  });
}

test("voices are told apart in a step for each number of them that is tried", () => {
  const { counts } = makeTalk(3, 90, 3);
  const steps = separateVoices(counts);
  let taken = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      assert.deepEqual(step.value?.shares, runAtOnce(separateVoices(counts))?.shares);
      break;
    }
    taken += 1;
  }
  // Four are one too many.
  assert.equal(taken, 3);
});

test("shares of a stretch add up to one", () => {
  const told = runAtOnce(separateVoices(makeTalk(2, 40, 9).counts));
  assert.ok(told !== null);
  for (const row of told.shares) assert.ok(Math.abs(row.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
});

test("of one voice no second one is claimed", () => {
  for (let seed = 0; seed < 20; seed += 1) {
    assert.equal(runAtOnce(separateVoices(makeTalk(1, 15 + 5 * seed, seed).counts)), null);
  }
});

test("a voice that makes much the same sounds in each stretch is one voice", () => {
  const random = seededRandom(5);
  const habits = habitsOf(random);
  for (const times of [6, 10, 15]) {
    const counts = Array.from({ length: 8 }, () => hear(habits, 60, random, times));
    assert.equal(runAtOnce(separateVoices(counts)), null);
  }
});

/** A stretch of somebody who changes by a share of somebody else's habits. */
function hearChanged(habits: readonly Float64Array[], share: number, random: () => number): Float64Array {
  const [own, other] = habits;
  const changed = own?.map((weight, sound) => (1 - share) * weight + share * (other?.[sound] ?? 0));
  return hear(changed ?? new Float64Array(SOUNDS), 60, random);
}

test("a voice that changes a little on the way is one voice", () => {
  const random = seededRandom(3);
  const habits = [habitsOf(random), habitsOf(random)];
  for (const change of [0.25, 0.6, 0.7]) {
    const counts = Array.from({ length: 80 }, (_, at) => hearChanged(habits, at < 40 ? 0 : change, random));
    assert.equal(runAtOnce(separateVoices(counts)), null);
  }
});

test("a voice that changes on the way beside another one makes two voices, not three", () => {
  const random = seededRandom(3);
  const habits = [habitsOf(random), habitsOf(random)];
  const another = habitsOf(random);
  const counts = Array.from({ length: 120 }, (_, at) =>
    at % 3 === 2 ? hear(another, 60, random) : hearChanged(habits, at < 60 ? 0 : 0.5, random),
  );
  assert.equal(runAtOnce(separateVoices(counts))?.shares[0]?.length, 2);
});

/** Stretches of two voices that have no sound in common. */
function apart(stretchesOf: readonly number[], hops: number): Float64Array[] {
  return stretchesOf.flatMap((count, voice) =>
    Array.from({ length: count }, () => {
      const counts = new Float64Array(SOUNDS);
      counts.fill(hops / 8, 8 * voice, 8 * voice + 8);
      return counts;
    }),
  );
}

test("a voice has to be heard in three stretches, for four seconds in all", () => {
  assert.ok(runAtOnce(separateVoices(apart([20, 3], 56))) !== null);
  assert.equal(runAtOnce(separateVoices(apart([20, 2], 300))), null);
  assert.equal(runAtOnce(separateVoices(apart([20, 3], 32))), null);
  assert.ok(runAtOnce(separateVoices(apart([3, 3], 80))) !== null);
  assert.equal(runAtOnce(separateVoices(apart([3, 2], 80))), null);
});

test("without stretches, or with silent ones alone, no voices are told apart", () => {
  assert.equal(runAtOnce(separateVoices([])), null);
  assert.equal(runAtOnce(separateVoices(Array.from({ length: 12 }, () => new Float64Array(SOUNDS)))), null);
});

test("of more stretches than are learned from each is told", () => {
  const { counts, speakers } = makeTalk(2, 2_600, 4);
  const told = runAtOnce(separateVoices(counts));
  assert.ok(told !== null);
  assert.equal(told.shares.length, counts.length);
  const isFirst = told.shares.map((row) => (row[0] ?? 0) > 0.5);
  const isOne = isFirst[speakers.indexOf(0)];
  const wrong = speakers.filter((speaker, at) => (isFirst[at] === isOne) !== (speaker === 0)).length;
  assert.ok(wrong <= 0.03 * counts.length, `${wrong} are wrong`);
});

test("further stretches are told by the same voices", () => {
  const { counts } = makeTalk(2, 60, 7);
  const told = runAtOnce(separateVoices(counts));
  assert.ok(told !== null);
  told.sharesOf(counts).forEach((row, at) => {
    const known = told.shares[at] ?? new Float64Array();
    if (Math.max(...known) > 0.99)
      assert.equal(row.indexOf(Math.max(...row)), known.indexOf(Math.max(...known)));
  });
});

test("the same stretches are told alike every time", () => {
  const { counts } = makeTalk(3, 60, 5);
  assert.deepEqual(runAtOnce(separateVoices(counts))?.shares, runAtOnce(separateVoices(counts))?.shares);
});
