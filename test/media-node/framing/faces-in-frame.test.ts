import assert from "node:assert/strict";
import { test } from "node:test";
import type { Box } from "../../../media-node/captions/caption-placement.ts";
import type { ShownFaces } from "../../../media-node/captions/clear-of-faces.ts";
import { edgesInFrame, facesInFrame } from "../../../media-node/framing/faces-in-frame.ts";
import { FRAMING_WIDTH } from "../../../media-node/framing/shots/column-saliency.ts";
import { type FrameLayout, standingCrop, wholeClip } from "../../../media-node/render/framing-plan.ts";
import { type Person, sampledFaces } from "../../support/media/sampled-faces.ts";

const SOURCE = { width: 1_920, height: 1_080 };
const TARGET = { width: 1_080, height: 1_920 };
const FRAMES = 200;

function requestFor(people: readonly Person[] | null) {
  return {
    source: SOURCE,
    target: TARGET,
    allowedStyles: ["AUTO"] as const,
    frameRate: 25,
    looks: [],
    saliency: {
      frameCount: FRAMES,
      motion: new Float32Array(FRAMES * FRAMING_WIDTH),
      detail: new Float32Array(FRAMES * FRAMING_WIDTH),
      difference: new Float32Array(FRAMES).fill(0.004),
      dissolve: new Float32Array(FRAMES),
    },
    sightings:
      people === null
        ? null
        : { samples: sampledFaces(people, FRAMES), mouthLagFrames: 1, audioLevelsDb: new Float32Array() },
  };
}

function shown(people: readonly Person[] | null, layout: FrameLayout): ShownFaces[] {
  return facesInFrame(requestFor(people), wholeClip("STATIC_CROP", layout));
}

function only(shots: readonly ShownFaces[], count = 1): readonly { head: Box; features: Box }[] {
  assert.equal(shots.length, 1);
  assert.deepEqual([shots[0]?.startS, shots[0]?.endS], [0, FRAMES / 25]);
  assert.equal(shots[0]?.faces.length, count);
  return shots[0]?.faces ?? [];
}

function assertNear(value: number | undefined, expected: number, within = 3): void {
  assert.ok(Math.abs((value ?? Number.NaN) - expected) <= within, `${value} instead of ${expected}`);
}

/** In the middle, a fifth of the source high: 432 to 648 in pixels of the source. */
const MIDDLE: Person = { x: () => 0.5, y: 0.5 };

test("a face in a crop stands where the crop puts it, with its hair and chin", () => {
  const [face] = only(shown([MIDDLE], standingCrop({ width: 608, height: 1_080 }, 700, 0)));
  const scale = 1_080 / 608;
  assertNear(((face?.head.left ?? 0) + (face?.head.right ?? 0)) / 2, (960 - 700) * scale);
  assertNear(face?.head.top, (432 - 0.18 * 216) * scale);
  assertNear(face?.head.bottom, (648 + 0.06 * 216) * scale);
  assert.ok(
    face !== undefined && face.features.top > face.head.top && face.features.bottom < face.head.bottom,
  );
});

test("faces in halves stand each in its half", () => {
  const people = [{ x: () => 0.25 }, { x: () => 0.75 }];
  const area = (x: number) => ({ x, y: 0, width: 810, height: 720 });
  const [left, right] = only(shown(people, { kind: "split", upper: area(75), lower: area(1_035) }), 2);
  assertNear(((left?.head.left ?? 0) + (left?.head.right ?? 0)) / 2, 540);
  assertNear(((right?.head.left ?? 0) + (right?.head.right ?? 0)) / 2, 540);
  assert.ok((left?.head.bottom ?? 0) < 960 && (right?.head.top ?? 0) > 960);
});

test("a face that both halves show stands in each of them, and not between", () => {
  const area = (x: number) => ({ x, y: 180, width: 810, height: 720 });
  const [upper, lower] = only(shown([MIDDLE], { kind: "split", upper: area(500), lower: area(600) }), 2);
  assert.ok((upper?.head.bottom ?? 0) < 800 && (lower?.head.top ?? 0) > 1_200);
});

test("a face that leans into the other half for a moment takes up nothing there", () => {
  const area = (x: number) => ({ x, y: 180, width: 810, height: 720 });
  const leans = { x: (timeS: number) => 0.38 + 0.1 * Math.exp(-(((timeS - 4) / 0.2) ** 2)), y: 0.34 };
  const people = [leans, { x: () => 0.75, y: 0.62 }];
  only(shown(people, { kind: "split", upper: area(100), lower: area(900) }), 2);
});

test("a face in the whole source stands in its band, which is raised above captions", () => {
  const [barred] = only(shown([MIDDLE], { kind: "letterbox" }));
  const scale = 1_080 / 1_920;
  assertNear(barred?.head.bottom, 426 + (648 + 0.06 * 216) * scale);
  const [winged] = only(shown([MIDDLE], { kind: "wings" }));
  assertNear(winged?.head.bottom, barred?.head.bottom ?? 0);
});

test("a picture stands in the middle of the frame where captions are wanted at the top", () => {
  const plan = wholeClip("BLURRED_WINGS", { kind: "wings" });
  const request = { ...requestFor([MIDDLE]), captionsAtTop: true };
  assert.deepEqual(edgesInFrame(request, plan)[0]?.edgesY, [656, 656 + 608]);
  assertNear(only(facesInFrame(request, plan))[0]?.head.bottom, 656 + ((648 + 0.06 * 216) * 1_080) / 1_920);
});

test("somebody who walks takes up the way, and a face that is cut away nothing", () => {
  const [walking] = only(shown([{ x: (timeS) => 0.3 + 0.05 * timeS }], { kind: "letterbox" }));
  assert.ok((walking?.head.right ?? 0) - (walking?.head.left ?? 0) > 0.25 * 1_080);
  only(shown([{ x: () => 0.1 }], standingCrop({ width: 608, height: 1_080 }, 1_300, 0)), 0);
});

test("without a detector nothing is known of faces", () => {
  assert.deepEqual(shown(null, { kind: "letterbox" }), []);
});

test("a picture that does not fill the frame has edges for as long as it is shown, with or without a detector", () => {
  const crop = standingCrop({ width: 608, height: 1_080 }, 700, 0);
  const stretches = [
    { startFrame: 0, layout: crop },
    { startFrame: 50, layout: { kind: "wings" } as const },
    { startFrame: 100, layout: crop },
  ];
  const [edges, ...others] = edgesInFrame(requestFor(null), { style: "STATIC_CROP", stretches });
  const { startS, endS, edgesY = [] } = edges ?? assert.fail("no edges");
  assert.deepEqual([startS, endS, others], [2, 4, []]);
  assertNear((edgesY[1] ?? 0) - (edgesY[0] ?? 0), (1_080 / 16) * 9);
});
