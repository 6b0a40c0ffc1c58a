import assert from "node:assert/strict";
import { test } from "node:test";
import { MATCH_HOP_S } from "../../../../media-node/highlights/match-curves.ts";
import { MatchVideoDigest } from "../../../../media-node/highlights/video/match-video-digest.ts";
import {
  drawScene,
  drawScoreboard,
  fillBox,
  sceneOf,
  watchedVideo,
  watchFrames,
} from "../../../support/matches/drawn-match.ts";

function during(curve: Float32Array, fromS: number, toS: number): number[] {
  return [...curve.subarray(Math.ceil(fromS / MATCH_HOP_S), Math.floor(toS / MATCH_HOP_S))];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function changedAtS(curve: Float32Array): number[] {
  return [...curve].flatMap((value, tick) => (value > 0 ? [tick * MATCH_HOP_S] : []));
}

test("bursts of running are motion, and the turning camera is not", () => {
  const isBurst = (timeS: number): boolean => (timeS >= 20 && timeS < 25) || (timeS >= 40 && timeS < 44);
  const { curves, isStill, shotChangesS } = watchedVideo(60, (timeS) =>
    drawScene(sceneOf(1, { panPxPerS: 30, playerPxPerS: isBurst(timeS) ? 60 : 0 }), timeS),
  );
  assert.ok(mean(during(curves.motion, 20.5, 25)) > 0.6);
  assert.ok(mean(during(curves.motion, 40.5, 44)) > 0.6);
  for (const [fromS, toS] of [
    [0, 19.5],
    [26, 39.5],
    [45, 60],
  ] as const) {
    assert.ok(Math.max(...during(curves.motion, fromS, toS)) < 0.15);
  }
  assert.equal(isStill, false);
  assert.equal(shotChangesS.length, 0);
});

test("a camera that only turns is no motion at all, and yet no still video", () => {
  const { curves, isStill } = watchedVideo(30, (timeS) =>
    drawScene(sceneOf(1, { panPxPerS: 30, playerCount: 0 }), timeS),
  );
  assert.ok(curves.motion.every((value) => value < 0.1));
  assert.equal(isStill, false);
});

test("a video that stands still is told, under its grain, and so are slides", () => {
  const image = watchedVideo(60, () => drawScene(sceneOf(1), 0));
  const slides = watchedVideo(60, (timeS) => drawScene(sceneOf(Math.floor(timeS / 10)), 0));
  for (const { isStill, curves, replays } of [image, slides]) {
    assert.equal(isStill, true);
    assert.ok(
      curves.motion.every((value) => value < 0.05),
      String(Math.max(...curves.motion)),
    );
    assert.deepEqual(replays, []);
  }
  assert.deepEqual([...slides.shotChangesS], [10, 20, 30, 40, 50]);
});

test("the rate of cuts stands out where it is higher than usual, and steady cutting does not", () => {
  const { curves, shotChangesS } = watchedVideo(90, (timeS) =>
    drawScene(
      sceneOf(timeS >= 40 && timeS < 50 ? 100 + Math.floor(timeS / 2) : Math.floor(timeS / 8)),
      timeS,
    ),
  );
  assert.deepEqual([...shotChangesS], [8, 16, 24, 32, 40, 42, 44, 46, 48, 50, 56, 64, 72, 80, 88]);
  assert.ok(mean(during(curves.cuts, 42, 48)) > 0.6);
  assert.ok(Math.max(...during(curves.cuts, 0, 33), ...during(curves.cuts, 58, 90)) < 0.1);
});

test("a flash is no shot change", () => {
  const { shotChangesS } = watchedVideo(20, (timeS) =>
    timeS === 10 ? drawScene(sceneOf(1), timeS).fill(250) : drawScene(sceneOf(1), timeS),
  );
  assert.deepEqual([...shotChangesS], []);
});

test("times are the source's, and what lies beyond the last frame is unknown", () => {
  const digest = watchFrames(20, (timeS) => drawScene(sceneOf(timeS < 9 ? 1 : 2), timeS));
  const { shotChangesS, curves } = digest.result({ startS: 100, endS: 150 });
  assert.deepEqual([...shotChangesS], [109]);
  assert.equal(curves.motion.length, 100);
  assert.ok(during(curves.motion, 0, 20).every((value) => value >= 0 && value <= 1));
  assert.ok(during(curves.motion, 34, 50).every((value) => Number.isNaN(value)));
});

test("frames that do not ascend in time are skipped", () => {
  const digest = new MatchVideoDigest();
  for (const timeS of [0, 0.25, 0.25, 0.2, 0.5]) digest.push(drawScene(sceneOf(1), timeS), timeS);
  assert.equal(digest.frameCount, 3);
});

test("a digit that changes is a change of the scoreboard, at its time and only there", () => {
  const { curves } = watchedVideo(220, (timeS) => {
    const frame = drawScene(sceneOf(Math.floor(timeS / 7)), timeS);
    // A full-screen graphic, and the board blinks once.
    if (timeS >= 130 && timeS < 134) return frame.fill(200);
    if (timeS >= 160 && timeS < 161) return frame;
    drawScoreboard(frame, timeS >= 110 ? 1 : 0, timeS >= 180 ? 2 : 1);
    return frame;
  });
  assert.deepEqual(changedAtS(curves.scoreboard), [110, 180]);
});

test("a digit that changes while the board is away counts when the board is back", () => {
  const { curves } = watchedVideo(190, (timeS) => {
    const frame = drawScene(sceneOf(Math.floor(timeS / 7)), timeS);
    if (timeS < 120 || timeS >= 140) drawScoreboard(frame, timeS >= 130 ? 1 : 0, 1);
    return frame;
  });
  assert.deepEqual(changedAtS(curves.scoreboard), [140]);
});

test("a clock is no scoreboard, even when its slowest digit changes", () => {
  const { curves } = watchedVideo(220, (timeS) => {
    const frame = drawScene(sceneOf(Math.floor(timeS / 7)), timeS);
    drawScoreboard(frame, timeS >= 150 ? 1 : 0, Math.floor(timeS / 50) % 4);
    return frame;
  });
  assert.deepEqual(changedAtS(curves.scoreboard), []);
});

test("a camera that never turns shows no scoreboard where players come to stand", () => {
  const { curves } = watchedVideo(200, (timeS) => {
    const frame = drawScene(sceneOf(1, { panPxPerS: 0, playerPxPerS: 0 }), timeS);
    fillBox(frame, timeS < 120 ? [20, 10, 4, 8] : [30, 10, 4, 8], 10);
    return frame;
  });
  assert.deepEqual(changedAtS(curves.scoreboard), []);
});
