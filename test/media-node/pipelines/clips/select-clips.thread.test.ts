// Where a clip job's moments are chosen: not in the node's main thread, which keeps the leases of all runs.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { CHOOSE_MOMENTS } from "../../../../media-node/clips/choose-moments.ts";
import { observeTask } from "../../../../media-node/threads/observe-task.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated } from "../../../support/media/media-fixture.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { selectClipsOf } from "../../../support/media-node/select-clips-of.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

test("a clip job's moments are chosen in a thread", async (t) => {
  const chosen: (readonly [number, number])[] = [];
  const observed = observeTask(CHOOSE_MOMENTS, async (input, run) => {
    const moments = await run(input);
    chosen.push(...moments.map(({ startS, endS }) => [startS, endS] as const));
    return moments;
  });
  t.after(observed);
  const subtitles = "1\n00:00:00,000 --> 00:00:04,900\nThis is all that is said.\n";
  const film = [...generated("testsrc2=s=160x90:r=25:d=5"), ...generated("sine=d=5")];
  const { spans } = await selectClipsOf(t, tools, film, subtitles);
  assert.deepEqual(chosen, spans);
  assert.equal(chosen.length, 1);
});
