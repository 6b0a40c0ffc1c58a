// Talks whose faces are known at each frame: people cut out of photographs stand, sway, walk and come closer in front of
// a wall on which something else moves too.
import type { FrameSize } from "../../../media-node/ffmpeg/fit-frames.ts";
import { sharedData } from "../shared-data.ts";

export const TALK_SIZE: FrameSize = { width: 1_280, height: 720 };
export const TALK_RATE = 25;
export const TALK_S = 6;
/** People who come closer become larger every so many frames. */
const SIZE_FRAMES = 10;
export const PHOTOGRAPHS = ["faces/2008_001322.jpg", "faces/2007_007763.jpg"].map(sharedData);

/** Pixels of the source or of a cut-out. */
export interface PlacedFace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A person in a photograph: what is cut out of it, and where the face is in that. */
interface Person {
  readonly photograph: number;
  readonly cut: PlacedFace;
  readonly face: PlacedFace;
}

const PEOPLE: readonly Person[] = [
  {
    photograph: 0,
    cut: { x: 75, y: 120, width: 160, height: 240 },
    face: { x: 31, y: 24, width: 70, height: 101 },
  },
  {
    photograph: 0,
    cut: { x: 325, y: 115, width: 160, height: 240 },
    face: { x: 34, y: 28, width: 80, height: 111 },
  },
  {
    photograph: 1,
    cut: { x: 368, y: 60, width: 100, height: 130 },
    face: { x: 22, y: 20, width: 44, height: 58 },
  },
];

interface Part {
  readonly person: number;
  /** Of the face, as a share of the source's height, at t seconds. */
  readonly height: (t: number) => number;
  /** Middle of the face, as shares of the source. */
  readonly x: (t: number) => number;
  readonly y: number;
}

export interface Talk {
  readonly name: string;
  readonly parts: readonly Part[];
  /** Whether both of two people stay far enough apart to be stacked. */
  readonly isSplit?: boolean;
}

const steady =
  (value: number): ((t: number) => number) =>
  () =>
    value;
const sway =
  (at: number, by: number): ((t: number) => number) =>
  (t) =>
    at + by * Math.sin(2 * t);
/** Stands, walks from one place to the other between the two times, and stands. */
const walk =
  (from: number, to: number, startS: number, endS: number): ((t: number) => number) =>
  (t) =>
    from + (to - from) * Math.min(1, Math.max(0, (t - startS) / (endS - startS)));

export const TALKS: readonly Talk[] = [
  { name: "one small, stands", parts: [{ person: 0, height: steady(0.1), x: sway(0.7, 0.01), y: 0.4 }] },
  {
    name: "one small, walks slowly",
    parts: [{ person: 1, height: steady(0.1), x: walk(0.2, 0.8, 0, 6), y: 0.35 }],
  },
  {
    name: "one small, walks fast",
    parts: [{ person: 0, height: steady(0.12), x: walk(0.8, 0.15, 2, 4), y: 0.35 }],
  },
  { name: "one medium, stands", parts: [{ person: 2, height: steady(0.2), x: sway(0.25, 0.01), y: 0.35 }] },
  {
    name: "one medium, walks slowly",
    parts: [{ person: 0, height: steady(0.22), x: walk(0.75, 0.3, 1, 5), y: 0.35 }],
  },
  {
    name: "one medium, walks fast",
    parts: [{ person: 1, height: steady(0.22), x: walk(0.2, 0.8, 2, 3.5), y: 0.35 }],
  },
  {
    name: "one medium, to and fro",
    parts: [{ person: 0, height: steady(0.22), x: (t) => 0.5 + 0.28 * Math.sin(1.2 * t), y: 0.35 }],
  },
  { name: "one large, sways", parts: [{ person: 1, height: steady(0.42), x: sway(0.35, 0.05), y: 0.4 }] },
  {
    name: "one large, leans across",
    parts: [{ person: 0, height: steady(0.42), x: walk(0.35, 0.65, 2, 4), y: 0.4 }],
  },
  {
    name: "one very close, in the middle",
    parts: [{ person: 1, height: steady(0.5), x: sway(0.45, 0.01), y: 0.52 }],
  },
  {
    name: "one low in the source",
    parts: [{ person: 0, height: steady(0.24), x: sway(0.6, 0.02), y: 0.6 }],
  },
  {
    name: "one comes closer",
    parts: [{ person: 1, height: walk(0.1, 0.4, 0, 6), x: walk(0.7, 0.45, 0, 6), y: 0.38 }],
  },
  {
    name: "two far apart",
    isSplit: true,
    parts: [
      { person: 0, height: steady(0.24), x: sway(0.2, 0.01), y: 0.38 },
      { person: 1, height: steady(0.24), x: sway(0.8, -0.01), y: 0.38 },
    ],
  },
  {
    name: "two small, far apart",
    isSplit: true,
    parts: [
      { person: 0, height: steady(0.1), x: sway(0.25, 0.01), y: 0.4 },
      { person: 1, height: steady(0.1), x: sway(0.75, -0.01), y: 0.4 },
    ],
  },
  {
    name: "two close together",
    parts: [
      { person: 0, height: steady(0.16), x: sway(0.44, 0.01), y: 0.38 },
      { person: 1, height: steady(0.16), x: sway(0.56, 0.01), y: 0.38 },
    ],
  },
  {
    name: "two a crop apart",
    isSplit: true,
    parts: [
      { person: 0, height: steady(0.22), x: sway(0.38, 0.01), y: 0.38 },
      { person: 2, height: steady(0.22), x: sway(0.62, 0.01), y: 0.38 },
    ],
  },
  {
    name: "one stands, one walks",
    parts: [
      { person: 0, height: steady(0.2), x: sway(0.2, 0.01), y: 0.38 },
      { person: 1, height: steady(0.2), x: walk(0.85, 0.5, 1, 4), y: 0.38 },
    ],
  },
];

/** Where the faces are at a frame, in pixels of the source. */
export function facesOf({ parts }: Talk, frame: number): PlacedFace[] {
  return parts.map(({ person, height, x, y }) => {
    const t = frame / TALK_RATE;
    const { face } = PEOPLE[person] as Person;
    const sizedAt = (Math.floor(frame / SIZE_FRAMES) * SIZE_FRAMES) / TALK_RATE;
    const tall = height(sizedAt) * TALK_SIZE.height;
    const wide = (tall * face.width) / face.height;
    return {
      x: x(t) * TALK_SIZE.width - wide / 2,
      y: y * TALK_SIZE.height - tall / 2,
      width: wide,
      height: tall,
    };
  });
}

/** Values of a function at each frame, as an expression of ffmpeg's: lines between every fifth. */
function expression(of: (t: number) => number): string {
  const every = 5;
  const count = Math.ceil((TALK_S * TALK_RATE) / every);
  return Array.from({ length: count }, (_, index) => {
    const first = index * every;
    const [from, to] = [of(first / TALK_RATE), of((first + every) / TALK_RATE)];
    const line = `${from.toFixed(2)}+(n-${first})*${((to - from) / every).toFixed(4)}`;
    return `between(n,${first},${first + every - 1})*(${line})`;
  }).join("+");
}

/** A person at one size, from one frame to another. */
function layer(
  { person, height, x, y }: Part,
  { startFrame, endFrame }: { readonly startFrame: number; readonly endFrame: number },
  labels: { readonly cut: string; readonly below: string; readonly above: string },
): string[] {
  const { photograph, cut, face } = PEOPLE[person] as Person;
  const scale = (height(startFrame / TALK_RATE) * TALK_SIZE.height) / face.height;
  const even = (value: number): number => 2 * Math.round(value / 2);
  const left = expression((t) => x(t) * TALK_SIZE.width - (face.x + face.width / 2) * scale);
  const top = Math.round(y * TALK_SIZE.height - (face.y + face.height / 2) * scale);
  const size = `scale=${even(cut.width * scale)}:${even(cut.height * scale)}`;
  return [
    `[${photograph}:v]crop=${cut.width}:${cut.height}:${cut.x}:${cut.y},${size}[${labels.cut}]`,
    `[${labels.below}][${labels.cut}]overlay=x='${left}':y=${top}:enable='between(n,${startFrame},${endFrame - 1})'[${labels.above}]`,
  ];
}

/** Arguments of ffmpeg that make the talk, a NUT file; a photograph stands for as long as it is shown. */
export function talkArguments({ parts }: Talk, path: string): string[] {
  const frames = TALK_S * TALK_RATE;
  const graph = [
    `color=c=0x6a7580:s=${TALK_SIZE.width}x${TALK_SIZE.height}:r=${TALK_RATE}:d=${TALK_S},noise=alls=6:allf=t[plain]`,
    `color=c=0x406050:s=90x90:r=${TALK_RATE}:d=${TALK_S}[box]`,
    "[plain][box]overlay=x='1180+8*sin(9*t)':y='40+30*sin(5*t)'[v0]",
  ];
  let count = 0;
  for (const part of parts) {
    const step = part.height(0) === part.height(TALK_S) ? frames : SIZE_FRAMES;
    for (let startFrame = 0; startFrame < frames; startFrame += step) {
      const labels = { cut: `p${count}`, below: `v${count}`, above: `v${count + 1}` };
      graph.push(...layer(part, { startFrame, endFrame: startFrame + step }, labels));
      count += 1;
    }
  }
  // Grain keeps an encoder busier than all the rest: the frames are stored as they are.
  return [
    ...PHOTOGRAPHS.flatMap((photograph) => ["-i", photograph.path]),
    ...["-filter_complex", graph.join(";"), "-map", `[v${count}]`, "-t", String(TALK_S)],
    ...["-c:v", "rawvideo", "-pix_fmt", "yuv420p", path],
  ];
}
