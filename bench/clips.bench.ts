// A whole clip job: five clips of 30 s from 20 minutes of 720p whose transcript is known from before. Against the five
// best ffmpeg commands that a person would write once everything is decided, as many of them at once as we render; and
// against the usual way of scripts, frame by frame through pipes, once with the encoder settings that such scripts leave
// alone and, for one clip, with ours. All make the same clips.
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mapBounded } from "../media-node/pipelines/map-bounded.ts";
import {
  type ClipJob,
  type ClipJobShape,
  type KeptRender,
  keepRender,
  openClipJob,
  plainTranscript,
} from "./clips/clip-job.ts";
import { type Phrase, renderFrameByFrame, SCRIPT_DEFAULTS } from "./clips/frame-by-frame-clips.ts";
import { CAMERA_PIECE, makeFilm, repeatFilm } from "./clips/generated-film.ts";
import { readFacts, renderByHand } from "./clips/hand-written-clips.ts";
import { readBenchConfig } from "./measuring/bench-node.ts";
import type { BenchCase, BenchDefinition, Measures } from "./measuring/harness.ts";
import { readNumber } from "./measuring/read-number.ts";

const MINUTES = { default: 20, min: 1, max: 360 };
const CLIPS = { default: 5, min: 1, max: 100 };
const CLIP_SECONDS = { default: 30, min: 7, max: 178 };
/** Of the film, which repeats them: with few it is made sooner. */
const PIECE_SECONDS = { default: CAMERA_PIECE.durationS, min: 4, max: 60 };
const WORDS_PER_PHRASE = 4;
const REPEAT_TIMEOUT_MS = 40 * 60_000;

interface Scene {
  readonly shape: ClipJobShape;
  readonly folder: string;
  readonly filmPath: string;
  readonly ffmpeg: string;
  readonly renderThreads: number;
  /** What our job did with each clip, in no order. */
  readonly renders: readonly KeptRender[];
}

async function clipBytes(paths: readonly string[]): Promise<Measures> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return { clips: paths.length, clipBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function ourCase({ shape, folder, filmPath }: Scene): BenchCase {
  let job: ClipJob | undefined;
  return {
    name: "clipmill, the whole job",
    prepare: async () => {
      await mkdir(join(folder, "job"));
      job = await openClipJob(join(folder, "job"), filmPath, shape);
    },
    run: async (signal) => {
      if (job === undefined) throw new Error("The case was not prepared.");
      const { clips, measures } = await job.run(signal);
      const paths = clips.map(({ videoKey }) => join(folder, "job", "storage", videoKey));
      return { ...measures, ...(await clipBytes(paths)) };
    },
    cleanUp: async () => job?.close(),
  };
}

function byHandCase({ ffmpeg, renders, renderThreads }: Scene): BenchCase {
  return {
    name: renders.length === 1 ? "one ffmpeg command" : `${renders.length} ffmpeg commands`,
    run: async (signal) =>
      clipBytes(await mapBounded(renders, renderThreads, (render) => renderByHand(ffmpeg, render, signal))),
  };
}

/** The transcript's words of a clip, a few at a time. */
function phrasesOf({ minutes }: ClipJobShape, render: KeptRender): Phrase[] {
  const facts = readFacts(render);
  const [startS, durationS] = [Number(facts.startS), Number(facts.durationS)];
  const words = plainTranscript("any", 60 * minutes)
    .windows.flatMap((window) => window.words)
    .filter((word) => word.startS >= startS && word.endS <= startS + durationS);
  return Array.from({ length: Math.ceil(words.length / WORDS_PER_PHRASE) }, (_, index) => {
    const part = words.slice(index * WORDS_PER_PHRASE, (index + 1) * WORDS_PER_PHRASE);
    const [from, to] = [part[0]?.startS ?? 0, part.at(-1)?.endS ?? 0];
    return { text: part.map(({ text }) => text).join(" "), startS: from - startS, endS: to - startS };
  });
}

function frameByFrameCase(
  { shape, ffmpeg, renders }: Scene,
  encoding: readonly string[] | undefined,
): BenchCase {
  const sourceSize = { width: CAMERA_PIECE.widthPx, height: CAMERA_PIECE.heightPx };
  return {
    name: `frame by frame, ${encoding === undefined ? "our encoder settings" : "x264's usual preset"}`,
    run: async (signal) => {
      const paths: string[] = [];
      for (const render of renders) {
        const script = { ffmpeg, sourceSize, signal, encoding: encoding ?? readFacts(render).encoding };
        paths.push(await renderFrameByFrame(script, render, phrasesOf(shape, render)));
      }
      return clipBytes(paths);
    },
  };
}

/** Makes the film, and runs the job once to see which clips it makes. */
async function makeScene(
  folder: string,
  { pieceS, ...shape }: ClipJobShape & { readonly pieceS: number },
  signal: AbortSignal,
): Promise<Scene> {
  const [piece, filmPath] = [join(folder, "piece.mp4"), join(folder, "film.mp4")];
  await makeFilm(piece, { ...CAMERA_PIECE, durationS: pieceS }, signal);
  await repeatFilm(piece, Math.ceil((60 * shape.minutes) / pieceS), filmPath, signal);
  const { ffmpeg, renderThreads } = await readBenchConfig();
  const renders: KeptRender[] = [];
  await mkdir(join(folder, "job"));
  const keep = async (render: KeptRender): Promise<void> => {
    const kept = await keepRender(render, join(folder, `clip-${renders.length}`));
    renders.push({ ...kept, args: kept.args.map((arg) => arg.replace(/^file:.*/, `file:${filmPath}`)) });
  };
  const job = await openClipJob(join(folder, "job"), filmPath, shape, { isTrial: true, onRender: keep });
  try {
    await job.run(signal);
  } finally {
    await job.close();
  }
  return { shape, folder, filmPath, ffmpeg, renderThreads, renders };
}

const definition: BenchDefinition = {
  name: "clips",
  description:
    "five clips of 30 s from 20 minutes of 720p, against hand-written commands and against scripts",
  options: {
    minutes: String(MINUTES.default),
    clips: String(CLIPS.default),
    seconds: String(CLIP_SECONDS.default),
    piece: String(PIECE_SECONDS.default),
    encoders: "both",
  },
  quick: { options: { minutes: "1", clips: "1", seconds: "7", piece: "20", encoders: "usual" } },
  run: async ({ compare, options, signal }) => {
    const shape = {
      minutes: readNumber("minutes", options.minutes ?? "", MINUTES),
      clips: readNumber("clips", options.clips ?? "", CLIPS),
      clipS: readNumber("seconds", options.seconds ?? "", CLIP_SECONDS),
    };
    const pieceS = readNumber("piece", options.piece ?? "", PIECE_SECONDS);
    const { encoders = "" } = options;
    if (!["usual", "both"].includes(encoders)) throw new Error("--encoders must be usual or both.");
    const clips = shape.clips === 1 ? "One clip" : `${shape.clips} clips`;
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      const scene = await makeScene(folder, { ...shape, pieceS }, signal);
      await compare({
        name: `${clips} of ${shape.clipS} s, 1080×1920 with captions, from ${shape.minutes} min of 720p`,
        warmUps: 0,
        timeoutMs: REPEAT_TIMEOUT_MS,
        reference: byHandCase(scene),
        candidates: [ourCase(scene), frameByFrameCase(scene, SCRIPT_DEFAULTS)],
      });
      if (encoders === "usual") return;
      const oneClip = { ...scene, renders: scene.renders.slice(0, 1) };
      await compare({
        name: "One of these clips: what passing frames costs when nobody encodes with more care",
        warmUps: 0,
        timeoutMs: REPEAT_TIMEOUT_MS,
        reference: byHandCase(oneClip),
        candidates: [frameByFrameCase(oneClip, undefined)],
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
