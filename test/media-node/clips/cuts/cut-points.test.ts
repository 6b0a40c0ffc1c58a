import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type CutPointSources, findCutPoints } from "../../../../media-node/clips/cuts/cut-points.ts";
import { levelAudio } from "../../../support/talks/flat-audio.ts";
import { makeSpeech } from "../../../support/talks/synthetic-speech.ts";

const EPSILON_S = 1e-6;

function sources(changes: Partial<CutPointSources>): CutPointSources {
  return {
    audio: null,
    video: null,
    units: [],
    range: { startS: 0, endS: 60 },
    maxGapS: 6,
    hasRangeEnds: false,
    minPauseS: 0.2,
    ...changes,
  };
}

test("no cut point of speech reaches into a phrase, with all the room that it claims", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
      const { audio, phrases } = makeSpeech(seed, 60);
      for (const { opening, closing } of findCutPoints(sources({ audio }))) {
        for (const timeS of [opening.earliestS, opening.latestS, closing.earliestS, closing.latestS]) {
          const cut = phrases.find(
            (phrase) => phrase.startS < timeS - EPSILON_S && phrase.endS > timeS + EPSILON_S,
          );
          assert.equal(cut, undefined, `${timeS}`);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test("cut points are ascending and disjoint, and their best times lie in their rooms", () => {
  const { audio } = makeSpeech(11, 60);
  const points = findCutPoints(sources({ audio }));
  assert.ok(points.length > 15);
  points.forEach((point, index) => {
    assert.ok(point.startS >= (points[index - 1]?.endS ?? 0));
    for (const room of [point.opening, point.closing]) {
      assert.ok(room.earliestS <= room.bestS && room.bestS <= room.latestS);
      assert.ok(room.earliestS >= point.startS - EPSILON_S && room.latestS <= point.endS + EPSILON_S);
    }
  });
});

test("a clip opens 0.2 s before the sound after a pause and closes 0.3 s after the sound before it", () => {
  const loudnessDb = new Float32Array(1_000).fill(-20).fill(-70, 450, 550);
  const audio = levelAudio(loudnessDb);
  const pause = findCutPoints(sources({ audio, range: { startS: 0, endS: 20 } })).find(
    (point) => point.kind === "pause",
  );
  assert.ok(pause !== undefined);
  assert.ok(Math.abs(pause.opening.bestS - 10.8) < 1e-6);
  assert.ok(Math.abs(pause.closing.bestS - 9.3) < 1e-6);
  assert.ok(pause.isShareable && pause.closing.latestS <= pause.opening.earliestS);
});

test("a clip that must be longer keeps at most another second of a pause", () => {
  const loudnessDb = new Float32Array(1_000).fill(-20).fill(-70, 400, 650);
  const audio = levelAudio(loudnessDb);
  const points = findCutPoints(sources({ audio, range: { startS: 0, endS: 20 } }));
  const pause = points.find((point) => point.kind === "pause");
  assert.ok(pause !== undefined);
  assert.ok(Math.abs(pause.opening.earliestS - 11.8) < 1e-6);
  assert.ok(Math.abs(pause.closing.latestS - 9.3) < 1e-6);
});

test("pauses shorter than asked are left out", () => {
  const loudnessDb = new Float32Array(500).fill(-20).fill(-70, 200, 208).fill(-70, 300, 315);
  const speech = new Uint8Array(500).fill(200);
  const audio = {
    startS: 0,
    hopS: 0.02,
    loudnessDb,
    speech,
    novelty: speech,
    pitch: new Uint8Array(speech.length),
    voiceSounds: new Uint8Array(speech.length),
  };
  const pausesFrom = (minPauseS: number) =>
    findCutPoints(sources({ audio, range: { startS: 0, endS: 10 }, minPauseS }))
      .filter((point) => point.kind === "pause")
      .map((point) => Math.round(point.startS));
  assert.deepEqual(pausesFrom(0.2), [6]);
  assert.deepEqual(pausesFrom(0.12), [4, 6]);
});

test("no cut point lies within a cue, even where the sound pauses there", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e6 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 59_000 }), fc.integer({ min: 1, max: 6_000 })), {
        maxLength: 20,
      }),
      (seed, spans) => {
        const { audio } = makeSpeech(seed, 60);
        const cues = spans.map(([startMs, lengthMs]) => ({
          startS: startMs / 1_000,
          endS: (startMs + lengthMs) / 1_000,
          text: "Words.",
        }));
        for (const { opening, closing } of findCutPoints(sources({ audio, units: cues }))) {
          for (const timeS of [opening.earliestS, opening.latestS, closing.earliestS, closing.latestS]) {
            const cut = cues.find((cue) => cue.startS < timeS - 0.0011 && cue.endS > timeS + 0.0011);
            assert.equal(cut, undefined, `${timeS} cuts ${JSON.stringify(cut)}`);
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});

test("cues that touch may be cut between", () => {
  const cues = [0, 3, 6, 9].map((startS) => ({ startS, endS: startS + 3, text: "Words" }));
  const points = findCutPoints(sources({ units: cues, range: { startS: 0, endS: 12 } }));
  assert.deepEqual(
    points.map((point) => point.startS),
    [0, 3, 6, 9, 12],
  );
});

test("sound without pauses gets cut points at its quietest places, about every two seconds", () => {
  const loudnessDb = Float32Array.from({ length: 1_500 }, (_, hop) => (hop % 50 === 25 ? -24 : -20));
  const audio = levelAudio(loudnessDb);
  const weak = findCutPoints(sources({ audio, range: { startS: 0, endS: 30 } })).filter(
    (point) => point.kind === "minimum",
  );
  assert.ok(weak.length >= 10);
  for (const { startS } of weak) assert.ok(Math.abs((startS % 1) - 0.51) < 0.03, `${startS}`);
});

test("without audio, shot changes are cut points", () => {
  const video = {
    startS: 0,
    hopS: 0.5,
    motion: new Float32Array(120),
    shotChangesS: Float64Array.of(7.25, 31.5),
    frameCount: 60,
  };
  const shots = findCutPoints(sources({ video })).filter((point) => point.kind === "shot");
  assert.deepEqual(
    shots.map((point) => point.startS),
    [7.25, 31.5],
  );
});

test("the range's edge is no cut point where a phrase runs over it", () => {
  const loudnessDb = new Float32Array(2_000).fill(-20).fill(-70, 1_000, 1_050);
  const speech = new Uint8Array(2_000).fill(200);
  const audio = {
    startS: 0,
    hopS: 0.02,
    loudnessDb,
    speech,
    novelty: speech,
    pitch: new Uint8Array(speech.length),
    voiceSounds: new Uint8Array(speech.length),
  };
  const points = findCutPoints(sources({ audio, range: { startS: 15, endS: 25 } }));
  assert.ok(points.every((point) => point.startS > 15 && point.endS < 25));
  const asked = findCutPoints(sources({ audio, range: { startS: 15, endS: 25 }, hasRangeEnds: true }));
  assert.deepEqual([asked[0]?.startS, asked.at(-1)?.endS], [15, 25]);
});
