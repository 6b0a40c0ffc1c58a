// A whole clip job on a node with optional models: what they hear and see decides which clip is cut.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import type { FoundBundle } from "../../../../media-node/models/find-bundles.ts";
import { cutClips } from "../../../../media-node/pipelines/clips/cut-clips.ts";
import type { ClipJobRequest } from "../../../../shared/tasks/clip-job.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { builtInBundles, mediaTools } from "../../../support/media-node/media-pools.ts";
import { runContext } from "../../../support/media-node/run-context.ts";
import { plantAudioEvents } from "../../../support/models/audio-event-models.ts";
import { plantColors } from "../../../support/models/image-text-models.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(assertNoChildren);

const REQUEST: ClipJobRequest = {
  source: { kind: "upload", storageKey: "uploads/film" },
  range: { startS: 0, endS: null },
  clipCount: 1,
  clipLengthS: { min: 5, max: 8 },
  targetWidth: 180,
  editingStyles: ["STATIC_CROP"],
  captions: null,
  title: null,
  prompt: null,
  declaredDurationS: 60,
};

/** A minute of bursts of sound over grey, which is red for ten seconds of it, and blue for another ten. */
async function makeFilm(t: TestContext): Promise<string> {
  const path = join(await temporaryFolder(t), "film.mp4");
  const fill = (color: string, from: number, to: number): string =>
    `drawbox=c=${color}:t=fill:enable='between(t,${from},${to})'`;
  const bursts = "0.3*(random(0)-0.5)*between(mod(t,4),0.3,3.5)";
  await makeMedia(
    ...generated(`color=c=gray:s=160x90:r=10:d=60,${fill("red", 40, 50)},${fill("blue", 12, 22)}`),
    ...generated(`aevalsrc='${bursts}':d=60:s=16000`),
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "20", "-c:a", "aac", path],
  );
  return path;
}

/** The one clip of a job with this prompt on a node with these models. */
async function cutOne(t: TestContext, bundles: readonly FoundBundle[], prompt: string) {
  const { tools, close } = await mediaTools(bundles);
  t.after(close);
  const context = await runContext(t, tools);
  await context.storage.putFile("uploads/film", await makeFilm(t));
  const { clips } = await cutClips(context, { ...REQUEST, prompt });
  assert.equal(clips.length, 1);
  return clips[0] ?? assert.fail();
}

for (const [color, fromS, toS] of [
  ["red", 40, 50],
  ["blue", 12, 22],
] as const) {
  test(`a prompt for ${color} things gets the clip that shows them`, async (t) => {
    const colors = { ...(await plantColors(await temporaryFolder(t))), isBuiltIn: false };
    const events = { ...(await plantAudioEvents(await temporaryFolder(t))), isBuiltIn: false };
    const bundles = [...(await builtInBundles()), colors, events];
    const { start, end, reason } = await cutOne(t, bundles, `${color} things`);
    assert.ok(Math.min(end, toS) - Math.max(start, fromS) >= 4, `${start} to ${end}`);
    assert.match(reason, /shows what was asked for/i);
  });
}

test("the same job without them ends well", async (t) => {
  const { reason } = await cutOne(t, await builtInBundles(), "red things");
  assert.doesNotMatch(reason, /asked for/);
});
