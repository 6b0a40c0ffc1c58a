import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { planFraming } from "../../../media-node/framing/plan-framing.ts";
import { type ColumnSaliency, FRAMING_WIDTH } from "../../../media-node/framing/shots/column-saliency.ts";
import {
  type CropLayout,
  type FramingPlan,
  fillingCrop,
  wholeClip,
} from "../../../media-node/render/framing-plan.ts";
import type { EditingStyle } from "../../../shared/tasks/clip-job.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readFrame } from "../../support/media/read-media.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const TARGET = { width: 360, height: 640 };
const LANDSCAPE = { width: 1_920, height: 1_080 };

/** Frames in which something happens around a column, from 0 to 1, or everywhere alike. */
function saliencyAt(columns: readonly (number | "everywhere")[]): ColumnSaliency {
  const frameCount = columns.length;
  const motion = new Float32Array(frameCount * FRAMING_WIDTH);
  const difference = new Float32Array(frameCount);
  for (const [frame, place] of columns.entries()) {
    for (let column = 0; column < FRAMING_WIDTH; column += 1) {
      const isThere = place === "everywhere" || Math.abs(column / FRAMING_WIDTH - place) < 0.06;
      motion[frame * FRAMING_WIDTH + column] = isThere ? 0.05 : 0;
    }
    difference[frame] = frame > 0 && columns[frame - 1] !== place ? 0.4 : 0.006;
  }
  return { frameCount, motion, detail: motion, difference, dissolve: new Float32Array(frameCount) };
}

function repeat<T>(value: T, count: number): T[] {
  return Array.from({ length: count }, () => value);
}

function plan(
  saliency: ColumnSaliency,
  allowedStyles: readonly EditingStyle[] = ["AUTO"],
  source = LANDSCAPE,
): FramingPlan {
  const seen = { saliency, looks: [], sightings: null, frameRate: 25 };
  return planFraming({ source, target: TARGET, allowedStyles, ...seen });
}

/** The only layout of a plan, which must be a crop. */
function cropOf({ stretches }: FramingPlan): CropLayout {
  const layout = stretches[0]?.layout;
  assert.ok(stretches.length === 1 && layout?.kind === "crop", JSON.stringify(stretches));
  return layout;
}

const ON_THE_LEFT = saliencyAt(repeat(0.2, 50));
const EVERYWHERE = saliencyAt(repeat("everywhere" as const, 50));

test("a subject on one side is cropped to", () => {
  const found = plan(ON_THE_LEFT);
  assert.equal(found.style, "STATIC_CROP");
  const { crop, path } = cropOf(found);
  const x = path[0]?.at ?? -1;
  assert.ok(x <= 0.2 * 1_920 && x + crop.width >= 0.2 * 1_920 + 100, `${x}`);
});

test("the crop changes on the frame of the cut, once", () => {
  const found = plan(saliencyAt([...repeat(0.2, 40), ...repeat(0.8, 40)]));
  assert.equal(found.style, "STATIC_CROP");
  const { path } = cropOf(found);
  assert.deepEqual(
    path.map(({ startFrame }) => startFrame),
    [0, 40],
  );
  assert.ok((path[0]?.at ?? 0) < 500 && (path[1]?.at ?? 0) > 900);
});

test("shots whose subject is in the same place share one crop", () => {
  const found = plan(saliencyAt([...repeat(0.4, 40), ...repeat(0.41, 40)]));
  assert.equal(cropOf(found).path.length, 1);
});

test("what happens everywhere is shown whole", () => {
  assert.equal(plan(EVERYWHERE).style, "BLURRED_WINGS");
});

test("of a shot that the clip's edge cuts off after little time, what moves does not tell what it is about", () => {
  // Three flashes around one column and one elsewhere: a crop holds three of four.
  const scattered = (frames: number): number[] =>
    Array.from({ length: frames }, (_, frame) => (frame % 3 === 2 ? 0.75 : 0.2));
  const kinds = (columns: readonly number[], cutFrames: readonly number[]): string[] => {
    const saliency = saliencyAt(columns);
    saliency.difference.forEach((_, frame, all) => {
      all[frame] = cutFrames.includes(frame) ? 0.4 : 0.006;
    });
    return plan(saliency).stretches.map(({ layout }) => layout.kind);
  };
  const other = repeat(0.2, 50);
  assert.deepEqual(kinds([...other, ...scattered(100)], [50]), ["crop", "wings"]);
  assert.deepEqual(kinds([...scattered(100), ...other], [100]), ["wings", "crop"]);
  assert.deepEqual(kinds([...other, ...scattered(100), ...other], [50, 150]), ["crop"]);
  assert.deepEqual(kinds([...other, ...scattered(150)], [50]), ["crop"]);
});

test("a source that is nearly vertical is cropped, whatever happens in it", () => {
  assert.equal(plan(EVERYWHERE, ["AUTO"], { width: 1_080, height: 1_900 }).style, "STATIC_CROP");
});

test("only allowed styles are used, and where none is possible a crop that stands", () => {
  const cases: readonly [EditingStyle[], FramingPlan["style"]][] = [
    [["STATIC_CROP"], "STATIC_CROP"],
    [["BLURRED_WINGS"], "BLURRED_WINGS"],
    [["LETTERBOX"], "LETTERBOX"],
    [["DYNAMIC_CROP"], "DYNAMIC_CROP"],
    [["SPLIT_SCREEN"], "STATIC_CROP"],
    [["SPLIT_SCREEN", "BLURRED_WINGS"], "BLURRED_WINGS"],
    [["LETTERBOX", "STATIC_CROP"], "LETTERBOX"],
  ];
  for (const [allowed, expected] of cases)
    assert.equal(plan(EVERYWHERE, allowed).style, expected, allowed.join());
  for (const [allowed, expected] of cases.slice(0, 5))
    assert.equal(plan(ON_THE_LEFT, allowed).style, expected, allowed.join());
});

test("a crop lies inside its source in even numbers, for any size", () => {
  for (const source of [
    LANDSCAPE,
    { width: 642, height: 360 },
    { width: 2, height: 2 },
    { width: 3_000, height: 20 },
    { width: 120, height: 320 },
  ]) {
    const crop = fillingCrop(source, TARGET);
    assert.ok(crop.width % 2 === 0 && crop.height % 2 === 0);
    const found = plan(saliencyAt(repeat(0.97, 30)), ["STATIC_CROP"], source);
    assert.equal(found.style, "STATIC_CROP");
    const layout = cropOf(found);
    for (const { at } of layout.path) assert.ok(at >= 0 && at + layout.crop.width <= source.width, `${at}`);
    assert.ok(layout.y >= 0 && layout.y + layout.crop.height <= source.height);
  }
});

test("no frame at all still gives a plan", () => {
  const empty = new Float32Array(0);
  assert.ok(plan({ frameCount: 0, motion: empty, detail: empty, difference: empty, dissolve: empty }));
});

for (const build of BUILDS) {
  test(`a crop follows its subject across a cut, on the very frame, with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = join(await temporaryFolder(t), "sides.mp4");
    const sides = [
      "color=c=0x202020:s=320x180:r=25:d=2[a]",
      "color=c=0x707070:s=320x180:r=25:d=2[b]",
      "color=c=white:s=50x60:r=25:d=4,split=2[l][r]",
      "[a][l]overlay=x='30+20*sin(8*t)':y=60:shortest=1[left]",
      "[b][r]overlay=x='240+20*sin(8*t)':y=60:shortest=1[right]",
      "[left][right]concat=n=2",
    ];
    await makeMedia("-filter_complex", sides.join(";"), "-c:v", "libx264", "-preset", "ultrafast", path);
    const { videoPath, framing } = await renderer.render(t, path, {
      build,
      style: "STATIC_CROP",
      startS: 0.4,
      durationS: 3,
    });
    assert.deepEqual(
      cropOf(framing).path.map(({ startFrame }) => startFrame),
      [0, 40],
    );
    for (const frame of [0, 20, 39, 40, 41, 60]) {
      const shown = await readFrame(videoPath, (frame + 0.1) / 25);
      const row = Array.from({ length: 100 }, (_, x) => shown.at(x / 100, 0.5)[0] > 200);
      // The whole square, half as wide as the crop, is in the frame.
      const share = row.filter(Boolean).length;
      assert.ok(share > 44 && share < 56, `frame ${frame}: ${share} %`);
    }
  });
}

test("hundreds of shots are not too many for ffmpeg's expressions", async (t) => {
  const path = join(await temporaryFolder(t), "film.mp4");
  await makeMedia(
    ...generated("testsrc2=s=320x180:r=25:d=1"),
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    path,
  );
  for (const build of BUILDS.filter(({ skip }) => skip === false)) {
    const standing = Array.from({ length: 450 }, (_, index) => ({
      startFrame: index,
      at: (index % 2) * 200,
      speed: 0,
      half: 0,
    }));
    const { videoPath } = await renderer.render(t, path, {
      build,
      durationS: 0.6,
      widthPx: 360,
      framing: wholeClip("STATIC_CROP", {
        kind: "crop",
        crop: { width: 102, height: 180 },
        y: 0,
        path: standing,
      }),
    });
    assert.ok((await readFrame(videoPath, 0.2)).width === 360);
  }
});
