// Work that lets others have their turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exportedClips, withCaptions } from "../../../../control-plane/tasks/exports/exported-clips.ts";
import { inTurns } from "../../../../control-plane/tasks/read/in-turns.ts";
import { OUTPUT_LIMITS } from "../../../../shared/limits/storage.ts";
import type { ClipResult } from "../../../../shared/tasks/clip-job.ts";
import type { ClipPlan } from "../../../../shared/tasks/clip-plan.ts";

/** How often others had their turn until something was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

function* longSteps(count: number): Generator<void, string> {
  for (let step = 0; step < count; step += 1) {
    const endsMs = performance.now() + OUTPUT_LIMITS.captionTurnMs;
    while (performance.now() < endsMs);
    yield;
  }
  return "done";
}

test("long steps are turns of their own, and short ones share one", async () => {
  assert.equal(await inTurns(longSteps(2)), "done");
  assert.ok((await turnsDuring(() => inTurns(longSteps(6)))) >= 6);
  assert.equal(await turnsDuring(() => inTurns([1, 2, 3].values())), 0);
});

test("all that is said in long clips is laid out in turns", async () => {
  const texts = Array.from({ length: 40_000 }, (_, index) => "bcdfgh".charAt(index % 6));
  const words = {
    texts,
    startsMs: texts.map((_, index) => index * 4),
    endsMs: texts.map((_, index) => index * 4 + 4),
  };
  const clips = [{ id: "clip_1", start: 0, end: 160 }] as unknown as ClipResult[];
  const plan = { words, clips: [] } as unknown as ClipPlan;
  let said = 0;
  const turns = await turnsDuring(async () => {
    const [clip] = await withCaptions(exportedClips(clips, plan), plan);
    said = clip?.captions.flatMap((caption) => caption.words).length ?? 0;
  });
  assert.equal(said, texts.length);
  assert.ok(turns >= 3, `${turns} turns`);
});
