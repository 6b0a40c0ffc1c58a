import assert from "node:assert/strict";
import { test } from "node:test";
import type { FrameLook } from "../../../media-node/framing/frame-look.ts";
import { planFraming } from "../../../media-node/framing/plan-framing.ts";
import { FRAMING_WIDTH } from "../../../media-node/framing/shots/column-saliency.ts";
import { pathAt } from "../../../media-node/render/crop-path.ts";
import type { FrameLayout, FramingPlan } from "../../../media-node/render/framing-plan.ts";
import type { EditingStyle } from "../../../shared/tasks/clip-job.ts";
import { type Person, sampledFaces } from "../../support/media/sampled-faces.ts";

const SOURCE = { width: 1_920, height: 1_080 };
const UPRIGHT = { width: 1_080, height: 1_920 };
const FRAMES = 200;

interface Scene {
  readonly allowed?: readonly EditingStyle[];
  readonly target?: typeof UPRIGHT;
  /** Share of each of 60 cells that is text. */
  readonly text?: (cell: number) => number;
  /** Of each column; none unless told. */
  readonly motion?: (column: number) => number;
}

/** Plans a shot of eight seconds with these people. */
function plan(people: readonly Person[], { allowed = ["AUTO"], target = UPRIGHT, text, motion }: Scene = {}) {
  const still = new Float32Array(FRAMES * FRAMING_WIDTH);
  const looks: FrameLook[] = Array.from({ length: 10 }, (_, index) => ({
    frame: index * 20,
    sharpness: new Float32Array(60),
    exposure: 1,
    text: Float32Array.from({ length: 60 }, (__, cell) => text?.(cell) ?? 0),
  }));
  const difference = new Float32Array(FRAMES).fill(0.004);
  return planFraming({
    source: SOURCE,
    target,
    allowedStyles: allowed,
    frameRate: 25,
    looks,
    saliency: {
      frameCount: FRAMES,
      motion: still.map((_, index) => motion?.(index % FRAMING_WIDTH) ?? 0),
      detail: still,
      difference,
      dissolve: difference.map(() => 0),
    },
    sightings: {
      samples: sampledFaces(people, FRAMES),
      mouthLagFrames: 1,
      audioLevelsDb: new Float32Array(0),
    },
  });
}

function onlyLayout({ stretches }: FramingPlan): FrameLayout {
  assert.equal(stretches.length, 1, JSON.stringify(stretches));
  return (stretches[0] as FramingPlan["stretches"][number]).layout;
}

const [LEFT, RIGHT]: readonly Person[] = [{ x: () => 0.2 }, { x: () => 0.8 }];
const PAIR = [LEFT, RIGHT] as Person[];
const GROUP: Person[] = [0.3, 0.5, 0.7].map((x) => ({ x: () => x }));

test("one face is in the middle of a crop that stands, wherever it is", () => {
  for (const x of [0.3, 0.55, 0.7]) {
    const found = plan([{ x: () => x }]);
    const layout = onlyLayout(found);
    assert.ok(found.style === "STATIC_CROP" && layout.kind === "crop");
    const centre = ((layout.path[0]?.at ?? 0) + layout.crop.width / 2) / SOURCE.width;
    assert.ok(Math.abs(centre - x) < 0.01, `${centre}`);
  }
});

test("two faces apart are split, the left one above", () => {
  const layout = onlyLayout(plan(PAIR));
  assert.ok(layout.kind === "split");
  assert.ok(layout.upper.x + layout.upper.width <= layout.lower.x);
});

test("nobody is split off who comes late or leaves early", () => {
  const late: Person = { x: (timeS) => (timeS < 4 ? null : 0.8) };
  const brief: Person = { x: (timeS) => (timeS > 2.5 ? null : 0.8) };
  for (const other of [late, brief]) {
    assert.notEqual(plan([LEFT as Person, other]).style, "SPLIT_SCREEN");
    assert.equal(plan([LEFT as Person, other], { allowed: ["SPLIT_SCREEN"] }).style, "STATIC_CROP");
  }
});

test("a frame that is not upright is not split", () => {
  assert.notEqual(plan(PAIR, { target: { width: 1_080, height: 1_080 } }).style, "SPLIT_SCREEN");
});

test("a group is shown whole, and no more of the source than it fills", () => {
  const found = plan(GROUP);
  const layout = onlyLayout(found);
  assert.ok(found.style === "BLURRED_WINGS" && layout.kind === "wings" && layout.area !== undefined);
  const { x, width } = layout.area;
  assert.ok(x > 0 && x + width < SOURCE.width && width >= SOURCE.height, `${x} ${width}`);
  for (const at of [0.25, 0.75]) assert.ok(at * SOURCE.width > x && at * SOURCE.width < x + width);
});

test("whoever asks for blurred wings gets the whole source", () => {
  assert.deepEqual(onlyLayout(plan(GROUP, { allowed: ["BLURRED_WINGS"] })), { kind: "wings" });
});

test("a small face beside much text is shown with it; a name below a face and text behind a large one are not", () => {
  const speaker = (height: number): Person => ({ x: () => 0.85, height });
  const slide = (cell: number): number => (cell < 45 ? 0.08 : 0);
  const name = (cell: number): number => (cell < 20 ? 0.03 : 0);
  assert.equal(plan([speaker(0.15)], { text: slide }).style, "BLURRED_WINGS");
  assert.equal(plan([speaker(0.15)], { text: name }).style, "STATIC_CROP");
  assert.equal(plan([speaker(0.4)], { text: slide }).style, "STATIC_CROP");
});

test("a large face in a corner is a speaker beside what is shown, and much text is shown with it", () => {
  const slide = (): number => 0.04;
  const speaker = (x: number, y: number): Person => ({ x: () => x, y, height: 0.28 });
  for (const [x, y] of [
    [0.88, 0.85],
    [0.12, 0.85],
    [0.88, 0.16],
  ] as const) {
    assert.equal(plan([speaker(x, y)], { text: slide }).style, "BLURRED_WINGS", `at ${x}, ${y}`);
    assert.equal(plan([speaker(x, y)]).style, "STATIC_CROP");
  }
  for (const [x, y] of [
    [0.88, 0.4],
    [0.5, 0.85],
  ] as const) {
    assert.equal(plan([speaker(x, y)], { text: slide }).style, "STATIC_CROP", `at ${x}, ${y}`);
  }
});

test("a player's webcam in a corner is shown with the game, which is what moves, and a speaker before a busy street is not", () => {
  const game = (): number => 0.01;
  const webcam = (x: number, y: number): Person => ({ x: () => x, y, height: 0.14 });
  for (const [x, y] of [
    [0.9, 0.15],
    [0.12, 0.8],
  ] as const) {
    assert.equal(plan([webcam(x, y)], { motion: game }).style, "BLURRED_WINGS", `at ${x}, ${y}`);
    assert.equal(
      plan([webcam(x, y)], { motion: (column) => (Math.abs(column / FRAMING_WIDTH - x) < 0.1 ? 0.01 : 0) })
        .style,
      "STATIC_CROP",
    );
    assert.equal(plan([webcam(x, y)], { motion: game, allowed: ["STATIC_CROP"] }).style, "STATIC_CROP");
  }
  assert.equal(plan([webcam(0.8, 0.4)], { motion: game }).style, "STATIC_CROP");
});

test("a crop that must stand shows the one who speaks most", () => {
  const speaking = [
    { ...LEFT, speaks: (timeS: number) => timeS < 2 },
    { ...RIGHT, speaks: () => true },
  ];
  const layout = onlyLayout(plan(speaking as Person[], { allowed: ["STATIC_CROP"] }));
  assert.ok(layout.kind === "crop" && (layout.path[0]?.at ?? 0) > SOURCE.width / 2);
});

test("faces too small to be a subject leave the choice to what happens", () => {
  const crowd = Array.from(
    { length: 6 },
    (_, index): Person => ({ x: () => 0.1 + 0.15 * index, height: 0.04 }),
  );
  assert.deepEqual(onlyLayout(plan(crowd)), { kind: "wings" });
});

test("people who come one after the other are followed, not taken for a group", () => {
  const people = [0.2, 0.5, 0.8].map(
    (x, index): Person => ({
      x: (timeS) => (timeS >= 2.6 * index && timeS < 2.6 * (index + 1) ? x : null),
    }),
  );
  const found = plan(people);
  const layout = onlyLayout(found);
  assert.ok(found.style === "DYNAMIC_CROP" && layout.kind === "crop");
  for (const [timeS, x] of [
    [1, 0.2],
    [4.6, 0.5],
    [7.6, 0.8],
  ] as const) {
    const centre = (pathAt(layout.path, 25 * timeS) + layout.crop.width / 2) / SOURCE.width;
    assert.ok(Math.abs(centre - x) < 0.1, `${timeS}: ${centre}`);
  }
});

test("two faces so close that half a frame shows no more than the source does are split all the same", () => {
  const people: Person[] = [0.27, 0.77].map((x) => ({ x: () => x, height: 0.65 }));
  for (const allowed of [["AUTO"], ["SPLIT_SCREEN"]] as const) {
    const layout = onlyLayout(plan(people, { allowed }));
    assert.ok(layout.kind === "split");
    assert.ok(layout.upper.height === SOURCE.height && layout.lower.height === SOURCE.height);
  }
});

test("a face that is wider than the crop is shown whole", () => {
  const close: Person = { x: () => 0.5, y: 0.5, height: 0.85 };
  assert.deepEqual(onlyLayout(plan([close])), { kind: "wings" });
  assert.deepEqual(onlyLayout(plan([close], { allowed: ["LETTERBOX", "STATIC_CROP"] })), {
    kind: "letterbox",
  });
  assert.equal(plan([close], { allowed: ["STATIC_CROP"] }).style, "STATIC_CROP");
  assert.equal(plan([{ ...close, height: 0.65 }]).style, "STATIC_CROP");
});

test("the camera cuts to a speaker who is farther away than it shows, and passes over nothing between", () => {
  const speaking: Person[] = [
    { x: () => 0.2, speaks: (timeS) => timeS < 4 },
    { x: () => 0.8, speaks: (timeS) => timeS >= 4 },
  ];
  const found = plan(speaking, { allowed: ["DYNAMIC_CROP"] });
  const layout = onlyLayout(found);
  assert.ok(found.style === "DYNAMIC_CROP" && layout.kind === "crop");
  const centres = Array.from(
    { length: FRAMES },
    (_, frame) => (pathAt(layout.path, frame) + layout.crop.width / 2) / SOURCE.width,
  );
  const turnedAt = centres.findIndex((centre) => centre > 0.5);
  assert.ok(Math.abs(turnedAt / 25 - 4) < 1.5, `turned at frame ${turnedAt}`);
  for (const [frame, centre] of centres.entries()) {
    assert.ok(Math.abs(centre - (frame < turnedAt ? 0.2 : 0.8)) < 0.02, `${frame}: ${centre}`);
  }
});
