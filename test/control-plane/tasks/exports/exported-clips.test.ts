import assert from "node:assert/strict";
import { test } from "node:test";
import { exportedClips, withCaptions } from "../../../../control-plane/tasks/exports/exported-clips.ts";
import type { ClipResult } from "../../../../shared/tasks/clip-job.ts";
import type { ClipPlan } from "../../../../shared/tasks/clip-plan.ts";
import { turnsDuring } from "../../../support/turns-during.ts";

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
