import assert from "node:assert/strict";
import { test } from "node:test";
import { MATCH_HOP_S } from "../../../../media-node/highlights/match-curves.ts";
import type { MatchVideo } from "../../../../media-node/highlights/video/match-video.ts";
import { addGrain, drawScene, fillBox, sceneOf, watchedVideo } from "../../../support/matches/drawn-match.ts";

/** Two shots, an event in the second, and from 60 to 68 s a replay of what was from 41 s on. */
function withReplay(timeS: number, replay: (sinceS: number) => Uint8Array): Uint8Array {
  if (timeS >= 60 && timeS < 68) return replay(timeS - 60);
  return drawScene(sceneOf([30, 50, 60, 80].findIndex((endS) => timeS < endS)), timeS);
}

function assertSpan(watched: MatchVideo, startS: number, endS: number, minConfidence: number): void {
  assert.equal(watched.replays.length, 1, JSON.stringify(watched.replays));
  const [span] = watched.replays;
  assert.ok(span !== undefined);
  assert.ok(Math.abs(span.startS - startS) <= 0.5 && Math.abs(span.endS - endS) <= 0.5, JSON.stringify(span));
  assert.ok(span.confidence >= minConfidence, String(span.confidence));
  const middle = Math.round((startS + endS) / 2 / MATCH_HOP_S);
  assert.ok(Math.abs((watched.curves.replay[middle] ?? 0) - span.confidence) < 1e-6);
  assert.equal(watched.curves.replay[Math.round((startS - 3) / MATCH_HOP_S)], 0);
}

for (const [name, rate] of [
  ["its own pace", 1],
  ["two thirds of its pace", 2 / 3],
  ["half its pace", 1 / 2],
  ["a third of its pace", 1 / 3],
] as const) {
  test(`a stretch that is shown again at ${name} is a replay`, () => {
    const watched = watchedVideo(90, (timeS) =>
      withReplay(timeS, (sinceS) => drawScene(sceneOf(1), 41 + rate * sinceS)),
    );
    assertSpan(watched, 60, 68, 0.7);
  });
}

test("a replay in another encode, darker, with a caption across it, is known again", () => {
  const watched = watchedVideo(90, (timeS) =>
    withReplay(timeS, (sinceS) => {
      const drawn = drawScene(sceneOf(1), 41 + sinceS / 2).map((level) => 0.9 * level);
      fillBox(drawn, [10, 90, 80, 12], 240);
      return addGrain(drawn, Math.round(1_000 + 10 * sinceS), 25);
    }),
  );
  assertSpan(watched, 60, 68, 0.5);
});

test("a replay from a camera between two that turn as little is known by its players", () => {
  const still = { panPxPerS: 0, playerPxPerS: 30 };
  const watched = watchedVideo(90, (timeS) => {
    if (timeS >= 60 && timeS < 68) return drawScene(sceneOf(1, still), 41 + (timeS - 60) / 2);
    return drawScene(
      sceneOf(
        [30, 50, 60, 80].findIndex((endS) => timeS < endS),
        still,
      ),
      timeS,
    );
  });
  assertSpan(watched, 60, 68, 0.5);
});

test("cameras that come back to the same view show no replay", () => {
  const watched = watchedVideo(120, (timeS) =>
    drawScene(sceneOf(5 + (Math.floor(timeS / 9) % 3), { panPxPerS: 0, playerPxPerS: 30 }), timeS),
  );
  assert.deepEqual(watched.replays, []);
  assert.ok(watched.curves.replay.every((value) => value === 0));
});

test("movement that repeats itself all the time is no replay", () => {
  const watched = watchedVideo(120, (timeS) => {
    const drawn = drawScene(sceneOf(5 + (Math.floor(timeS / 9) % 2), { panPxPerS: 0, playerCount: 0 }), 0);
    fillBox(drawn, [Math.round(70 + 50 * Math.sin(4 * timeS)), 30, 30, 30], 10);
    return drawn;
  });
  assert.deepEqual(watched.replays, []);
});

/** A logo that fills the screen: three bright bars on black. */
function logo(): Uint8Array {
  const drawn = drawScene(sceneOf(0, { playerCount: 0 }), 0).fill(16);
  for (const left of [20, 84, 140]) fillBox(drawn, [left, 20, 30, 70], 235);
  return drawn;
}

test("what lies between two sights of one logo is a replay, from whatever camera", () => {
  const watched = watchedVideo(90, (timeS) => {
    if ((timeS >= 50 && timeS < 50.75) || (timeS >= 59.25 && timeS < 60)) return logo();
    return drawScene(sceneOf([30, 50, 60, 80].findIndex((endS) => timeS < endS)), timeS);
  });
  assertSpan(watched, 50, 60, 0.3);
});

test("a logo that is seen once is no replay", () => {
  const watched = watchedVideo(60, (timeS) =>
    timeS >= 30 && timeS < 30.75 ? logo() : drawScene(sceneOf(timeS < 30 ? 1 : 2), timeS),
  );
  assert.deepEqual(watched.replays, []);
});
