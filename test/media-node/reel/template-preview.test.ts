import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { renderTemplatePreview } from "../../../media-node/reel/template-preview.ts";
import { BUILT_IN_REEL_TEMPLATES, readReelTemplate } from "../../../shared/templates/reel-template.ts";
import { readFrames, readMedia } from "../../support/media/read-media.ts";
import { BUNDLED } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("a preview is a short film without audio, with a poster of its intro", async (t) => {
  const folder = join(await temporaryFolder(t), "preview");
  const template = readReelTemplate(BUILT_IN_REEL_TEMPLATES[3]?.document);
  const signal = AbortSignal.timeout(180_000);
  const preview = await renderTemplatePreview({ template, ffmpeg: BUNDLED.ffmpeg, folder, signal });
  const poster = await sharp(preview.posterPath).metadata();
  assert.deepEqual([poster.format, poster.width, poster.height], ["jpeg", 640, 360]);
  const frames = await readFrames(preview.videoPath, 32, 18);
  assert.ok(frames.length >= 6 * 30 && frames.length <= 8.2 * 30, `${frames.length} frames`);
  await assert.rejects(readMedia(preview.videoPath), /no audio/);
});

test("a preview that is no longer wanted is not made", async (t) => {
  const folder = join(await temporaryFolder(t), "preview");
  const template = readReelTemplate({});
  const signal = AbortSignal.abort(new Error("gone"));
  await assert.rejects(renderTemplatePreview({ template, ffmpeg: BUNDLED.ffmpeg, folder, signal }), /gone/);
});
