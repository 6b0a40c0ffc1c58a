// Previews of highlight templates as a media node makes them, with the real ffmpeg.
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { after, test } from "node:test";
import sharp from "sharp";
import { PREVIEW_MAKERS } from "../../../media-node/pipelines/preview-makers.ts";
import type { ModelCapability } from "../../../shared/schemas/model.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { PREVIEWED_CAPABILITIES } from "../../../shared/template-previews.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { FFMPEG } from "../../support/media-fixture.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

test("exactly the capabilities whose templates may lack a preview have somebody who makes it", () => {
  const makers = Object.keys(PREVIEW_MAKERS) as ModelCapability[];
  assert.deepEqual(makers, [...PREVIEWED_CAPABILITIES]);
});

test("a highlight template is shown by a still and a film, its stored logo among them", async (t) => {
  const storage = createFileStorage(await temporaryFolder(t));
  const background = { r: 0, g: 255, b: 0 };
  const logo = sharp({ create: { width: 64, height: 64, channels: 3, background } });
  await storage.write("assets/logo.png", await logo.png().toBuffer());
  const context = {
    storage,
    scratchFolder: await temporaryFolder(t),
    tools: { ffmpeg: FFMPEG },
    signal: new AbortController().signal,
  };
  const make = PREVIEW_MAKERS.HIGHLIGHT_RENDER;
  assert.ok(make !== undefined);
  const files = await make(context, { logo: { image: "assets/logo.png" } });
  assert.deepEqual(
    files.map(({ path: _, ...file }) => file),
    [
      { id: "poster", type: "image", contentType: "image/jpeg", filename: "poster.jpg" },
      { id: "film", type: "video", contentType: "video/mp4", filename: "preview.mp4" },
    ],
  );
  const [poster, film] = files;
  assert.deepEqual((await sharp(poster?.path).metadata()).format, "jpeg");
  assert.ok((await stat(film?.path ?? "")).size > 10_000);
  await assert.rejects(make(context, { logo: { image: "assets/gone.png" } }), { code: "NOT_FOUND" });
});
