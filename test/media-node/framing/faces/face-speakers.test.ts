import assert from "node:assert/strict";
import { test } from "node:test";
import { LEVEL_HOP_S } from "../../../../media-node/framing/faces/face-samples.ts";
import {
  mainSpeaker,
  type SpeakerTurn,
  turnsOfFaces,
} from "../../../../media-node/framing/faces/face-speakers.ts";
import { trackFaces } from "../../../../media-node/framing/faces/track-faces.ts";
import { type Person, sampledFaces } from "../../../support/media/sampled-faces.ts";

const FRAMES = 500;
const SHOT = { startFrame: 0, endFrame: FRAMES };

function levelsOf(isLoud: (timeS: number) => boolean): Float32Array {
  return Float32Array.from({ length: FRAMES / 25 / LEVEL_HOP_S }, (_, hop) =>
    isLoud(hop * LEVEL_HOP_S) ? -20 : -70,
  );
}

function turnsOf(people: readonly Person[], audioLevelsDb = levelsOf(() => true)): SpeakerTurn[] {
  const tracks = trackFaces(sampledFaces(people, FRAMES), SHOT, 25);
  return turnsOfFaces(tracks, { audioLevelsDb, mouthLagFrames: 1 }, SHOT, 25);
}

const LEFT: Person = { x: () => 0.25, speaks: (timeS) => timeS < 8 };
const RIGHT: Person = { x: () => 0.75, speaks: (timeS) => timeS >= 8 };

test("whose mouth moves is looked at", () => {
  const turns = turnsOf([LEFT, RIGHT]);
  assert.deepEqual(
    turns.map(({ track }) => track),
    [0, 1],
  );
  assert.ok(Math.abs((turns[1]?.startFrame ?? 0) / 25 - 8) < 0.8, JSON.stringify(turns));
});

test("mouths that move while nothing is heard do not count", () => {
  const chewing: Person = { x: () => 0.75, speaks: (timeS) => timeS >= 8 && timeS < 12 };
  const turns = turnsOf(
    [LEFT, chewing],
    levelsOf((timeS) => timeS < 8),
  );
  assert.equal(turns.length, 1);
});

test("no turn is shorter than a second and a half, however fast people talk", () => {
  const quick = (phase: number): Person => ({
    x: () => 0.25 + 0.5 * phase,
    speaks: (timeS) => Math.floor(timeS / 0.9) % 2 === phase,
  });
  const turns = turnsOf([quick(0), quick(1)]);
  for (const [index, { startFrame }] of turns.entries()) {
    const end = turns[index + 1]?.startFrame ?? FRAMES;
    assert.ok(end - startFrame >= 1.5 * 25, JSON.stringify(turns));
  }
});

test("where nobody speaks, the larger face is looked at", () => {
  const turns = turnsOf([{ x: () => 0.25 }, { x: () => 0.75, height: 0.3 }]);
  assert.deepEqual(turns, [{ startFrame: 0, track: 1 }]);
});

test("without audio the mouths alone decide", () => {
  assert.equal(turnsOf([LEFT, RIGHT], new Float32Array(0)).length, 2);
});

test("a mouth that was compared with the next shot says nothing", () => {
  const people: Person[] = [{ x: () => 0.25, speaks: (timeS) => timeS < 18 }, { x: () => 0.75 }];
  const samples = sampledFaces(people, FRAMES).map((sample) => ({
    ...sample,
    faces: sample.faces.map((face, index) =>
      sample.frame >= FRAMES - 2 && index === 1 ? { ...face, mouthMotion: 0.9 } : face,
    ),
  }));
  assert.ok(samples.at(-1)?.frame === FRAMES - 2);
  const heard = { audioLevelsDb: new Float32Array(0), mouthLagFrames: 2 };
  const turns = turnsOfFaces(trackFaces(samples, SHOT, 25), heard, SHOT, 25);
  assert.deepEqual(turns, [{ startFrame: 0, track: 0 }]);
});

test("the main speaker is the one who speaks longest, not the one who speaks last", () => {
  const turns = [
    { startFrame: 0, track: 0 },
    { startFrame: 100, track: 1 },
    { startFrame: 350, track: 0 },
  ];
  assert.equal(mainSpeaker(turns, SHOT), 0);
  assert.equal(mainSpeaker(turns.slice(0, 2), SHOT), 1);
  assert.equal(mainSpeaker([], SHOT), 0);
});

test("a face that is gone is not looked at any longer than a second and a half", () => {
  const leaves: Person = { x: (timeS) => (timeS < 6 ? 0.25 : null), height: 0.3 };
  const turns = turnsOf([leaves, { x: () => 0.75 }]);
  assert.deepEqual(
    turns.map(({ track }) => track),
    [0, 1],
  );
  const turnS = (turns[1]?.startFrame ?? 0) / 25;
  assert.ok(turnS > 6 && turnS < 7.5, `${turnS}`);
});
