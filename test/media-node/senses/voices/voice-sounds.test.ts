import assert from "node:assert/strict";
import { test } from "node:test";
import { VOICE_SOUNDS, VoiceSounds } from "../../../../media-node/senses/voices/voice-sounds.ts";
import { CEPSTRA } from "../../../../media-node/senses/voices/voice-spectrum.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";

/** Hops whose colours lie around one of two places, in turn. */
function hearTwo(heard: number, maxHeard = heard): Uint8Array {
  const random = seededRandom(4);
  const sounds = new VoiceSounds(maxHeard);
  for (let index = 0; index < heard; index += 1) {
    const middle = index % 2 === 0 ? -4 : 4;
    const cepstra = Float64Array.from({ length: CEPSTRA }, () => middle + random());
    sounds.add(2 * index, cepstra, 12 + random());
  }
  return sounds.finish(2 * heard);
}

test("hops that are far apart never share a sound, and hops between those that were added have none", () => {
  const sounds = hearTwo(1_000);
  const even = new Set(sounds.filter((_, hop) => hop % 4 === 0));
  const odd = new Set(sounds.filter((_, hop) => hop % 4 === 2));
  assert.ok(!even.has(0) && !odd.has(0));
  assert.ok([...even].every((sound) => !odd.has(sound)));
  assert.ok(Math.max(...even, ...odd) <= VOICE_SOUNDS);
  assert.ok(sounds.every((sound, hop) => hop % 2 === 0 || sound === 0));
});

test("too little of voices has no sounds", () => {
  assert.ok(hearTwo(299).every((sound) => sound === 0));
});

test("what is beyond its bound is left out", () => {
  const sounds = hearTwo(1_000, 400);
  assert.ok(sounds[798] !== 0);
  assert.ok(sounds.subarray(800).every((sound) => sound === 0));
});

test("the same hops have the same sounds every time", () => {
  assert.deepEqual(hearTwo(800), hearTwo(800));
});

test("colours beyond what a byte holds are the farthest that it holds", () => {
  const sounds = new VoiceSounds(600);
  for (let index = 0; index < 600; index += 1)
    sounds.add(index, new Float64Array(CEPSTRA).fill(index % 2 === 0 ? -1e6 : 1e6), 10);
  const found = sounds.finish(600);
  assert.notEqual(found[0], found[1]);
  assert.ok(found.every((sound, hop) => sound === found[hop % 2]));
});
