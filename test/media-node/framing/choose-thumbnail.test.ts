import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { chooseThumbnail, type ThumbnailRequest } from "../../../media-node/framing/choose-thumbnail.ts";
import type { FrameLook } from "../../../media-node/framing/frame-look.ts";
import { FRAMING_WIDTH } from "../../../media-node/framing/shots/column-saliency.ts";
import { standingCrop, wholeClip } from "../../../media-node/render/framing-plan.ts";
import { makeMedia } from "../../support/media/media-fixture.ts";
import { sampledFaces } from "../../support/media/sampled-faces.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { FACE_COLOR, plantFaceDetector } from "../../support/models/planted-faces.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const SOURCE = { width: 1_920, height: 1_080 };
const FRAMES = 100;
const STEP = 6;

/** A clip of four seconds with a cut at frame 50, whose looks are like this. */
function request(
  lookOf: (frame: number) => { sharpness?: number; exposure?: number },
  changes: Partial<ThumbnailRequest> = {},
): ThumbnailRequest {
  const looks = Array.from({ length: Math.ceil(FRAMES / STEP) }, (_, index): FrameLook => {
    const { sharpness = 100, exposure = 0.8 } = lookOf(index * STEP);
    const cells = new Float32Array(60).fill(sharpness);
    return { frame: index * STEP, text: new Float32Array(60), sharpness: cells, exposure };
  });
  const columns = new Float32Array(FRAMES * FRAMING_WIDTH);
  const difference = Float32Array.from({ length: FRAMES }, (_, frame) => (frame === 50 ? 0.4 : 0.006));
  const crop = { width: 608, height: 1_080 };
  return {
    source: SOURCE,
    target: { width: 360, height: 640 },
    looks,
    sightings: null,
    frameRate: 25,
    framing: wholeClip("STATIC_CROP", standingCrop(crop, 0, 0)),
    saliency: { frameCount: FRAMES, motion: columns, detail: columns, difference, dissolve: columns },
    ...changes,
  };
}

test("the sharpest of frames that are alike is taken, and of equals the first", () => {
  assert.equal(chooseThumbnail(request((frame) => ({ sharpness: frame === 24 ? 160 : 90 }))), 24 / 25);
  assert.equal(chooseThumbnail(request(() => ({}))), 0);
});

test("a well exposed frame comes before a sharper one in the dark", () => {
  const look = (frame: number) => (frame === 30 ? { exposure: 0.9 } : { sharpness: 130, exposure: 0.2 });
  assert.equal(chooseThumbnail(request(look)), 30 / 25);
});

test("no frame within 0.3 s of a cut or of the end is taken, however sharp", () => {
  const nearCuts = new Set([48, 54, 96]);
  const chosen = chooseThumbnail(request((frame) => ({ sharpness: nearCuts.has(frame) ? 1_000 : 100 })));
  assert.ok(chosen !== undefined && !nearCuts.has(Math.round(chosen * 25)), `${chosen}`);
});

test("a frame with a face in the crop comes before a sharper one without", () => {
  const samples = sampledFaces([{ x: (timeS) => (timeS > 2.5 && timeS < 3 ? 0.15 : null) }], FRAMES);
  const chosen = chooseThumbnail(
    request((frame) => ({ sharpness: frame < 50 ? 150 : 100 }), {
      sightings: { samples, mouthLagFrames: 1, audioLevelsDb: new Float32Array(0) },
    }),
  );
  assert.ok(chosen !== undefined && chosen > 2.5 && chosen < 3, `${chosen}`);
});

test("a face that the crop cuts off does not count", () => {
  const samples = sampledFaces([{ x: (timeS) => (timeS > 2.5 ? 0.8 : null) }], FRAMES);
  const look = (frame: number) => ({ sharpness: frame === 12 ? 150 : 100 });
  const sightings = { samples, mouthLagFrames: 1, audioLevelsDb: new Float32Array(0) };
  assert.equal(chooseThumbnail(request(look, { sightings })), 12 / 25);
});

test("a frame with a whole caption, or none, comes before a sharper one with the first words of a line", () => {
  const sharpness = new Map([
    [24, 130],
    [36, 120],
  ]);
  const look = (frame: number) => ({
    sharpness: sharpness.get(frame) ?? 90,
    exposure: frame < 50 ? 0.8 : 0.2,
  });
  assert.equal(chooseThumbnail(request(look)), 24 / 25);
  const partialCaptions = [{ startS: 0.7, endS: 1.2 }];
  assert.equal(chooseThumbnail(request(look, { partialCaptions })), 36 / 25);
});

test("a face counts for more than the words that its caption lacks", () => {
  const samples = sampledFaces([{ x: (timeS) => (timeS > 2.5 && timeS < 3 ? 0.15 : null) }], FRAMES);
  const sightings = { samples, mouthLagFrames: 1, audioLevelsDb: new Float32Array(0) };
  const partialCaptions = [{ startS: 2.4, endS: 3.2 }];
  const chosen = chooseThumbnail(request(() => ({}), { sightings, partialCaptions }));
  assert.ok(chosen !== undefined && chosen > 2.5 && chosen < 3, `${chosen}`);
});

test("a clip of which nothing was seen off its cuts leaves the choice to the render", () => {
  assert.equal(chooseThumbnail(request(() => ({}), { looks: [] })), undefined);
});

test("the thumbnail shows the face, not the black before it nor the blur after", async (t) => {
  const path = join(await temporaryFolder(t), "film.mp4");
  const graph = [
    "color=c=black:s=320x180:r=25:d=1[dark]",
    `color=c=0x707070:s=320x180:r=25:d=1,drawgrid=w=20:h=20:c=white@0.4,drawbox=x=140:y=50:w=27:h=27:c=${FACE_COLOR}:t=fill[face]`,
    "color=c=0x507060:s=320x180:r=25:d=1,drawgrid=w=20:h=20:c=white@0.6,boxblur=8[soft]",
    "[dark][face][soft]concat=n=3",
  ];
  await makeMedia("-filter_complex", graph.join(";"), "-c:v", "libx264", "-preset", "ultrafast", path);
  const faceModelPath = await plantFaceDetector(await temporaryFolder(t));
  const rendered = await renderer.render(t, path, { durationS: 3, faceModelPath, widthPx: 180 });
  const chosenS = rendered.thumbnailS ?? 0;
  assert.ok(chosenS >= 1.3 && chosenS <= 1.7, `${chosenS}`);
  const [red = 0, green = 255] = await sharp(rendered.thumbnailPath)
    .extract({ left: 80, top: 100, width: 20, height: 20 })
    .resize(1, 1)
    .raw()
    .toBuffer();
  assert.ok(red > 180 && green < 90, `${red} ${green}`);
});
