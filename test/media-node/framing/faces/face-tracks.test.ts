import assert from "node:assert/strict";
import { test } from "node:test";
import { faceAt, facesAtOnce } from "../../../../media-node/framing/faces/face-tracks.ts";
import { trackFaces } from "../../../../media-node/framing/faces/track-faces.ts";
import { type Person, sampledFaces } from "../../../support/media/sampled-faces.ts";

const SHOT = { startFrame: 0, endFrame: 200 };

function track(people: readonly Person[], shot = SHOT): ReturnType<typeof trackFaces> {
  return trackFaces(sampledFaces(people, 200), shot, 25);
}

test("two people are two tracks, from left to right", () => {
  const tracks = track([{ x: () => 0.7 }, { x: (timeS) => 0.2 + 0.01 * timeS }]);
  assert.equal(tracks.length, 2);
  assert.ok((tracks[0]?.points[0]?.x ?? 1) < 0.3 && (tracks[1]?.points[0]?.x ?? 0) > 0.6);
});

test("a face that is missed for a moment is the same person after it, and in between on the way", () => {
  const [only, ...others] = track([{ x: (timeS) => (timeS > 3 && timeS < 3.6 ? null : 0.3 + 0.04 * timeS) }]);
  assert.equal(others.length, 0);
  const between = only === undefined ? undefined : faceAt(only, 80);
  assert.ok(Math.abs((between?.x ?? 0) + (between?.width ?? 0) / 2 - 0.428) < 0.01, JSON.stringify(between));
});

test("a face that walks fast is one person from the first step on", () => {
  const walking = (timeS: number): number => 0.1 + 0.55 * Math.min(1.4, Math.max(0, timeS - 2));
  const [only, ...others] = track([{ x: walking }]);
  assert.equal(others.length, 0);
  const onTheWay = only === undefined ? undefined : faceAt(only, 65);
  const middle = (onTheWay?.x ?? 0) + (onTheWay?.width ?? 0) / 2;
  assert.ok(Math.abs(middle - walking(65 / 25)) < 0.03, `${middle}`);
});

test("a face that begins where another of another size has just gone is somebody else", () => {
  const people = [
    { x: (timeS: number) => (timeS < 4 ? 0.4 : null) },
    { x: (timeS: number) => (timeS < 4 ? null : 0.6), height: 0.5 },
  ];
  assert.equal(track(people).length, 2);
});

test("a face that shows up once is nobody", () => {
  assert.equal(track([{ x: () => 0.5 }, { x: (timeS) => (timeS < 0.1 ? 0.9 : null) }]).length, 1);
});

test("tracks end with their shot", () => {
  const [only] = track([{ x: () => 0.5 }], { startFrame: 60, endFrame: 120 });
  const frames = only?.points.map(({ frame }) => frame) ?? [];
  assert.deepEqual([frames[0], frames.at(-1)], [60, 114]);
});

test("a box that trembles from sample to sample makes a track that stands nearly still", () => {
  const [only] = track([{ x: (timeS) => 0.5 + 0.02 * (Math.round(timeS / 0.24) % 2) }]);
  const places = only?.points.slice(2, -2).map(({ x }) => x) ?? [];
  assert.ok(Math.max(...places) - Math.min(...places) < 0.005, `${places}`);
});

test("a face that was turned away for seconds and comes back is the same person", () => {
  const away = (timeS: number): boolean => timeS > 2 && timeS < 5;
  assert.equal(track([{ x: (timeS) => (away(timeS) ? null : 0.4) }]).length, 1);
  assert.equal(track([{ x: (timeS) => (away(timeS) ? null : timeS < 3 ? 0.2 : 0.8) }]).length, 2);
});

test("people who come one after the other are not at once", () => {
  const during =
    (fromS: number, toS: number, x: number) =>
    (timeS: number): number | null =>
      timeS >= fromS && timeS < toS ? x : null;
  const oneByOne = track([
    { x: during(0, 2.6, 0.2) },
    { x: during(2.6, 5.2, 0.5) },
    { x: during(5.2, 8, 0.8) },
  ]);
  assert.equal(oneByOne.length, 3);
  assert.equal(facesAtOnce(oneByOne), 1);
  assert.equal(facesAtOnce(track([0.2, 0.5, 0.8].map((x) => ({ x: () => x })))), 3);
  assert.equal(facesAtOnce([]), 0);
});
