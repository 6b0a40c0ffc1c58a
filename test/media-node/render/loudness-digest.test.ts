import assert from "node:assert/strict";
import { test } from "node:test";
import {
  LOUDNESS_RATE_HZ,
  LoudnessDigest,
  type LoudnessProfile,
  limitedLoudness,
} from "../../../media-node/render/loudness-digest.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";

const LIMITER = { peak: 0.841, attackMs: 5, releaseMs: 50 };

/** Stereo with the same sample on both channels. */
function bytesOf(durationS: number, sampleAt: (timeS: number) => number): Uint8Array {
  const samples = new Float32Array(2 * Math.round(durationS * LOUDNESS_RATE_HZ));
  for (let frame = 0; frame < samples.length / 2; frame += 1) {
    samples.fill(sampleAt(frame / LOUDNESS_RATE_HZ), 2 * frame, 2 * frame + 2);
  }
  return new Uint8Array(samples.buffer);
}

function hear(durationS: number, sampleAt: (timeS: number) => number): LoudnessProfile {
  const digest = new LoudnessDigest();
  digest.push(bytesOf(durationS, sampleAt));
  return digest.finish();
}

function tone(frequencyHz: number, levelDb: number): (timeS: number) => number {
  return (timeS) => 10 ** (levelDb / 20) * Math.sin(2 * Math.PI * frequencyHz * timeS);
}

/** Of what the limiter leaves alone. */
function loudness(profile: LoudnessProfile, gainDb = 0): number {
  return limitedLoudness(profile, gainDb, LIMITER);
}

function assertNear(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} instead of ${expected}`);
}

test("a stereo tone of 1 kHz at -23 dBFS has -23 LUFS (EBU Tech 3341, case 1)", () => {
  assertNear(loudness(hear(20, tone(1_000, -23))), -23, 0.1);
  assertNear(loudness(hear(20, tone(1_000, -33))), -33, 0.1);
});

test("what lies 10 LU below the programme does not count (EBU Tech 3341, case 3)", () => {
  const levelAt = (timeS: number): number => (timeS < 10 || timeS >= 70 ? -36 : -23);
  assertNear(loudness(hear(80, (timeS) => tone(1_000, levelAt(timeS))(timeS))), -23, 0.1);
});

test("pauses do not count, and silence and less than a gate are silence", () => {
  const half = hear(20, (timeS) => (timeS % 2 < 1 ? tone(1_000, -20)(timeS) : 0));
  assertNear(loudness(half), -21, 0.6);
  assert.equal(loudness(hear(2, () => 0)), Number.NEGATIVE_INFINITY);
  assert.equal(loudness(hear(0.3, tone(1_000, -20))), Number.NEGATIVE_INFINITY);
  assert.equal(loudness(new LoudnessDigest().finish()), Number.NEGATIVE_INFINITY);
});

/** A host and a guest who take turns of 4 s together, on a channel each. */
function talkOnTwo(bleedDb: number, overlapShare: number, hostS = 2): Float32Array {
  const bleed = 10 ** (bleedDb / 20);
  return Float32Array.from({ length: 2 * 20 * LOUDNESS_RATE_HZ }, (_, index) => {
    const timeS = Math.floor(index / 2) / LOUDNESS_RATE_HZ;
    const turn = timeS % 4;
    const host = turn < hostS + (4 - hostS) * overlapShare ? tone(300, -20)(timeS) : 0;
    const guest = turn >= hostS ? tone(410, -23)(timeS) : 0;
    return index % 2 === 0 ? host + bleed * guest : guest + bleed * host;
  });
}

function profileOf(samples: Float32Array): LoudnessProfile {
  const digest = new LoudnessDigest();
  digest.push(new Uint8Array(samples.slice().buffer));
  return digest.finish();
}

test("people who take turns on a channel each are apart; bleed and overlaps leave them so up to a bound", () => {
  const faultOf = (...talk: Parameters<typeof talkOnTwo>) => profileOf(talkOnTwo(...talk)).fault;
  assert.equal(faultOf(-60, 0), "apart");
  assert.equal(faultOf(-16, 0.2), "apart");
  assert.equal(faultOf(-8, 0), null);
  assert.equal(faultOf(-60, 1), null);
  // One hardly says a word.
  assert.equal(faultOf(-40, 0, 3.8), "apart");
  // Nobody is on the other side, which only hears what the one says from afar.
  assert.equal(faultOf(-16, 0, 4), "apart");
  assert.equal(faultOf(-8, 0, 4), null);
});

/** Two slams of a second each in 20 s of a room, whose noise has a level, dB; 18 dB lower on the other side. */
function slamsIn(roomDb: number, isLeft: (slam: number) => boolean): Float32Array {
  return Float32Array.from({ length: 2 * 20 * LOUDNESS_RATE_HZ }, (_, index) => {
    const timeS = Math.floor(index / 2) / LOUDNESS_RATE_HZ;
    const slam = timeS % 10 < 1 ? tone(200, -10)(timeS) : 0;
    const isNear = (index % 2 === 0) === isLeft(Math.floor(timeS / 10));
    return tone(120, roomDb)(timeS) + (isNear ? slam : slam / 8);
  });
}

test("a few sounds from one side or from either, with all else in front, are where they should be", () => {
  assert.equal(profileOf(slamsIn(-50, () => true)).fault, null);
  assert.equal(profileOf(slamsIn(-50, (slam) => slam === 0)).fault, null);
});

test("people who are apart are as loud as they will be on both channels together, with what both have of either", () => {
  for (const [bleedDb, hostS] of [
    [-60, 2],
    [-16, 2],
    [-13, 2],
    [-13, 4],
  ] as const) {
    const talk = talkOnTwo(bleedDb, 0.1, hostS);
    const profile = profileOf(talk);
    assert.equal(profile.fault, "apart");
    const mixed = talk.map(
      (_, index) => (talk[index - (index % 2)] ?? 0) + (talk[index - (index % 2) + 1] ?? 0),
    );
    assertNear(loudness(profile), loudness(profileOf(mixed)), 0.1);
  }
});

test("a constant offset neither hides a dead channel nor sets two in anti-phase", () => {
  const faultOf = (leftAt: (timeS: number) => number, rightAt: (timeS: number) => number) => {
    const digest = new LoudnessDigest();
    const samples = Float32Array.from({ length: 2 * LOUDNESS_RATE_HZ }, (_, index) =>
      (index % 2 === 0 ? leftAt : rightAt)(Math.floor(index / 2) / LOUDNESS_RATE_HZ),
    );
    digest.push(new Uint8Array(samples.buffer));
    return digest.finish().fault;
  };
  const [voice, quiet] = [tone(300, -20), tone(300, -50)];
  assert.equal(
    faultOf(voice, () => 0.01),
    "leftOnly",
  );
  assert.equal(
    faultOf(() => 0.01, voice),
    "rightOnly",
  );
  assert.equal(
    faultOf(
      (timeS) => 0.01 + quiet(timeS),
      (timeS) => quiet(timeS) - 0.01,
    ),
    null,
  );
  assert.equal(
    faultOf(voice, (timeS) => 0.1 - voice(timeS)),
    "antiphase",
  );
  assert.equal(
    faultOf(
      () => 0,
      () => 0,
    ),
    null,
  );
});

test("what is hardly heard does not count, however much there is of it, nor does it bring in what lies low", () => {
  const levelAt = (timeS: number): number => (timeS < 2 ? -20 : timeS < 4 ? -35 : -80);
  assertNear(loudness(hear(80, (timeS) => tone(1_000, levelAt(timeS))(timeS))), -20, 0.5);
});

test("what is on one channel alone is as loud as it will be on both", () => {
  const both = bytesOf(5, tone(1_000, -23));
  const samples = new Float32Array(both.slice().buffer);
  for (let index = 1; index < samples.length; index += 2) samples[index] = 0;
  const digest = new LoudnessDigest();
  digest.push(new Uint8Array(samples.buffer));
  const profile = digest.finish();
  assert.equal(profile.fault, "leftOnly");
  assertNear(loudness(profile), -23, 0.1);
});

test("chunks may end anywhere", () => {
  const bytes = bytesOf(3, tone(440, -18));
  const digest = new LoudnessDigest();
  const random = seededRandom(3);
  let at = 0;
  while (at < bytes.length) {
    const end = Math.min(bytes.length, at + 1 + Math.floor(random() * 5_000));
    digest.push(bytes.subarray(at, end));
    at = end;
  }
  assert.deepEqual(digest.finish(), hear(3, tone(440, -18)));
});

test("a gain raises the loudness by as much until the limiter holds its peaks", () => {
  const quiet = hear(10, tone(1_000, -30));
  assertNear(loudness(quiet, 20) - loudness(quiet), 20, 0.001);
  // A sine cannot come out above the limit: 0.841 is -1.5 dBFS.
  assertNear(loudness(quiet, 40), -1.5, 0.2);
});

test("a limiter lets go slowly after a peak and turns down shortly before it", () => {
  const around = (sideOfPeak: 1 | -1) =>
    hear(10, (timeS) => {
      const afterS = (timeS % 1) - 0.5;
      if (Math.abs(afterS) < 0.001) return 0.99;
      const isHeard = afterS * sideOfPeak > 0 && Math.abs(afterS) < 0.05;
      return isHeard ? tone(1_000, -12)(timeS) : 0;
    });
  const lost = (profile: LoudnessProfile): number => loudness(profile) + 12 - loudness(profile, 12);
  const [before, after] = [lost(around(-1)), lost(around(1))];
  assert.ok(after > before + 1, `${after} after, ${before} before`);
});

test("a limiter holds peaks below zero as those above", () => {
  const oneSided = (sign: 1 | -1) =>
    hear(10, (timeS) => (timeS % 0.1 < 0.002 ? sign * 0.8 : tone(1_000, -26)(timeS)));
  assertNear(loudness(oneSided(-1), 12), loudness(oneSided(1), 12), 0.05);
});

test("a limiter takes little from a programme with rare peaks, more from one with many, and else nothing", () => {
  const withPeaks = (everyS: number) =>
    hear(10, (timeS) => tone(1_000, timeS % everyS < 0.002 ? -2 : -26)(timeS));
  const rare = withPeaks(1);
  const many = withPeaks(0.1);
  const lost = (profile: LoudnessProfile): number => loudness(profile) + 12 - loudness(profile, 12);
  assertNear(lost(hear(10, tone(1_000, -26))), 0, 0.001);
  assertNear(lost(rare), 1.7, 0.3);
  assert.ok(lost(many) > lost(rare) + 1, `${lost(many)}`);
});
