import assert from "node:assert/strict";
import { test } from "node:test";
import { buildTimeline, tickAt } from "../../../../media-node/clips/moments/moment-timeline.ts";
import type { VideoAnalysis } from "../../../../media-node/framing/shots/video-analysis.ts";
import type { AudioAnalysis } from "../../../../media-node/signal/audio-analysis.ts";
import { sumBetween } from "../../../../media-node/signal/prefix-sum.ts";
import { levelAudio } from "../../../support/talks/flat-audio.ts";

const RANGE = { startS: 10, endS: 30 };

/** Audio from 10 to 30 s that is silent between the given seconds. */
function audioWithSilence(fromS: number, toS: number): AudioAnalysis {
  const loudnessDb = new Float32Array(1_000).fill(-20).fill(-90, (fromS - 10) * 50, (toS - 10) * 50);
  return levelAudio(loudnessDb, 10);
}

function videoOf(motion: number): VideoAnalysis {
  const shotChangesS = Float64Array.of(5, 12.34, 50);
  return { startS: 10, hopS: 0.5, motion: new Float32Array(40).fill(motion), shotChangesS, frameCount: 40 };
}

function deadS(audio: AudioAnalysis | null, video: VideoAnalysis | null): number {
  return sumBetween(buildTimeline(audio, video, RANGE).dead, 0, 200) / 10;
}

test("silence over still video, or over none, is dead", () => {
  assert.equal(deadS(audioWithSilence(15, 20), videoOf(0)), 5);
  assert.equal(deadS(audioWithSilence(15, 20), null), 5);
});

test("silence over video that moves, or that nobody saw, is not dead", () => {
  assert.equal(deadS(audioWithSilence(15, 20), videoOf(0.05)), 0);
  assert.equal(deadS(audioWithSilence(15, 20), videoOf(-1)), 0);
});

test("only long dead runs are marked as dead stretches", () => {
  const short = buildTimeline(audioWithSilence(15, 18), null, RANGE);
  const long = buildTimeline(audioWithSilence(15, 20), null, RANGE);
  assert.equal(sumBetween(short.deadRuns, 0, 200), 0);
  assert.equal(sumBetween(long.deadRuns, 0, 200), 50);
});

test("ticks outside the audio are silent", () => {
  const audio = { ...audioWithSilence(10, 10), loudnessDb: new Float32Array(500).fill(-20) };
  assert.equal(deadS(audio, null), 10);
});

test("shot changes outside the range do not count, those inside count once", () => {
  const { shots } = buildTimeline(null, videoOf(0.1), RANGE);
  assert.equal(sumBetween(shots, 0, 200), 1);
  assert.equal(sumBetween(shots, 23, 24), 1);
});

test("times outside the range are clamped to its ticks", () => {
  const timeline = buildTimeline(null, null, RANGE);
  assert.deepEqual([tickAt(timeline, 0), tickAt(timeline, 12.3), tickAt(timeline, 99)], [0, 23, 200]);
});
