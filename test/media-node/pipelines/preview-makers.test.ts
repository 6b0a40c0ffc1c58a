// Previews of templates as a media node makes them: of highlight templates with the real ffmpeg, of image models with a
// small one.
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { after, test } from "node:test";
import sharp from "sharp";
import { PREVIEW_MAKERS } from "../../../media-node/pipelines/preview-makers.ts";
import type { ModelCapability } from "../../../shared/schemas/model.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { PREVIEWED_CAPABILITIES } from "../../../shared/templates/template-previews.ts";
import { TINY_IMAGE, tinyPainter } from "../../support/control-plane/image-appliance.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { mediaTools } from "../../support/media-node/media-pools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

const NEVER = new AbortController().signal;

test("exactly the capabilities whose templates may lack a preview have somebody who makes it", () => {
  const makers = Object.keys(PREVIEW_MAKERS) as ModelCapability[];
  assert.deepEqual(makers, [...PREVIEWED_CAPABILITIES]);
});

test("a highlight template is shown by a still and a film, its stored logo among them", async (t) => {
  const storage = createFileStorage(await temporaryFolder(t));
  const background = { r: 0, g: 255, b: 0 };
  const logo = sharp({ create: { width: 64, height: 64, channels: 3, background } });
  await storage.write("assets/logo.png", await logo.png().toBuffer());
  const { tools, close } = await mediaTools([]);
  t.after(close);
  const scratchFolder = await temporaryFolder(t);
  const context = { storage, scratchFolder, tools, model: "highlight-render", signal: NEVER };
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

test("a template of an image model is shown by an image of its own, always the same", async (t) => {
  const storage = createFileStorage(await temporaryFolder(t));
  await storage.write(
    "assets/start.png",
    await sharp({ create: { width: 60, height: 80, channels: 3, background: "teal" } })
      .png()
      .toBuffer(),
  );
  const { tools, close } = await mediaTools([await tinyPainter(t)]);
  t.after(close);
  const make = PREVIEW_MAKERS.IMAGE_GENERATION;
  assert.ok(make !== undefined);
  const preview = async (input: Record<string, unknown>) => {
    const scratchFolder = await temporaryFolder(t);
    return make({ storage, scratchFolder, tools, model: TINY_IMAGE.slug, signal: NEVER }, input);
  };
  const [first, ...others] = await preview({ prompt: "blue wave" });
  assert.deepEqual(others, []);
  assert.deepEqual(
    [first?.type, first?.contentType, first?.filename],
    ["image", "image/webp", "preview.webp"],
  );
  const [again] = await preview({ prompt: "blue wave" });
  const pixels = (path = ""): Promise<Buffer> => sharp(path).raw().toBuffer();
  assert.deepEqual(await pixels(first?.path), await pixels(again?.path));
  const [started] = await preview({ prompt: "blue wave", image: "assets/start.png" });
  assert.deepEqual((await sharp(started?.path).metadata()).height, 64);
  await assert.rejects(preview({ prompt: "blue wave", image: "https://files.example/a.png" }), {
    code: "INVALID_REQUEST",
  });
});
