// A source whose video ends long before its audio.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { cutClips } from "../../../../media-node/pipelines/clips/cut-clips.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { runContext } from "../../../support/media-node/run-context.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

test("clips are cut behind the end of the video, and the notice says what they show", async (t) => {
  const context = await runContext(t, tools);
  const film = join(await temporaryFolder(t), "film.mp4");
  const voice = "aevalsrc='0.4*(random(0)-0.5)*between(mod(t,5),0.5,4)':d=40:s=16000";
  const coding = ["-c:v", "libx264", "-preset", "ultrafast"];
  await makeMedia(...generated("testsrc2=s=160x90:r=25:d=10"), ...generated(voice), ...coding, film);
  await context.storage.putFile("uploads/film", film);
  const { clips, notice } = await cutClips(context, {
    source: { kind: "upload", storageKey: "uploads/film" },
    range: { startS: 12, endS: null },
    clipCount: 1,
    clipLengthS: { min: 5, max: 9 },
    targetWidth: 180,
    editingStyles: ["AUTO"],
    captions: null,
    title: "A film",
    prompt: null,
    declaredDurationS: 40,
  });
  assert.equal(clips.length, 1);
  assert.match(notice ?? "", /video ends at 10\.0 s, before its sound/);
});
