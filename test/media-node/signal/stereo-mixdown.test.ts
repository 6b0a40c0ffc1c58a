import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { StereoMixdown } from "../../../media-node/signal/stereo-mixdown.ts";

const FRAME = 512;

type Channels = (frame: number, random: () => number) => readonly [left: number, right: number];

/** Levels of the mixed frames relative to `reference`, dB. */
function mixedDb(frameCount: number, reference: number, channels: Channels): number[] {
  const random = seededRandom(3);
  const mixdown = new StereoMixdown();
  const mono = new Int16Array(FRAME);
  return Array.from({ length: frameCount }, (_, frame) => {
    const stereo = new Int16Array(2 * FRAME);
    for (let index = 0; index < FRAME; index += 1) stereo.set(channels(frame, random), 2 * index);
    mixdown.mix(stereo, mono);
    const power = mono.reduce((sum, sample) => sum + sample * sample, 0) / FRAME;
    return 10 * Math.log10(power / reference ** 2 + 1e-12);
  });
}

/** Square waves have their peak as their level. */
const voice = (random: () => number): number => (random() < 0.5 ? -8_000 : 8_000);

function assertAll(levelsDb: readonly number[], expectedDb: number): void {
  for (const [frame, levelDb] of levelsDb.entries()) {
    assert.ok(Math.abs(levelDb - expectedDb) < 0.5, `frame ${frame}: ${levelDb} dB`);
  }
}

test("a voice on both channels keeps its level", () => {
  assertAll(
    mixedDb(50, 8_000, (_, random) => {
      const sample = voice(random);
      return [sample, sample];
    }),
    0,
  );
});

test("a voice beside a dead channel keeps its level, on either side, with some hiss on the dead one", () => {
  assertAll(
    mixedDb(50, 8_000, (_, random) => [voice(random), 0]),
    0,
  );
  assertAll(
    mixedDb(50, 8_000, (_, random) => [40 * random(), voice(random)]),
    0,
  );
});

test("channels in anti-phase do not cancel", () => {
  assertAll(
    mixedDb(50, 8_000, (_, random) => {
      const sample = voice(random);
      return [sample, -sample];
    }),
    0,
  );
});

test("two people on a channel each are both heard from their first sound on", () => {
  const levels = mixedDb(300, 8_000, (frame, random) =>
    Math.floor(frame / 50) % 2 === 0 ? [voice(random), 0] : [0, voice(random)],
  );
  assert.ok(Math.min(...levels) > -6.5, `${Math.min(...levels)} dB`);
});

test("channels that become loud together are not clipped into each other", () => {
  const mixdown = new StereoMixdown();
  const mono = new Int16Array(FRAME);
  mixdown.mix(new Int16Array(2 * FRAME).fill(-32_768), mono);
  assert.ok(mono.every((sample) => sample === -32_768));
});

test("silence stays silence", () => {
  assertAll(
    mixedDb(5, 1, () => [0, 0]),
    -120,
  );
});
