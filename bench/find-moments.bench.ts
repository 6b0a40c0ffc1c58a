// How long the analysis of a source takes, from a file to moments that are framed, and what memory that takes: one hour
// as the reference, three hours and one hour of larger frames beside it. Time may grow with length; memory of the
// process, its threads and ffmpeg must not follow it. The stages run one after the other here, so that each has its
// time; a clip job analyses both at once.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import ffmpeg from "@ffmpeg-installer/ffmpeg";
import { findMoments } from "../media-node/clips/find-moments.ts";
import { openViralityModel } from "../media-node/clips/virality/virality-model.ts";
import { readMediaNodeConfig } from "../media-node/config.ts";
import { analyzeFraming } from "../media-node/framing/analyze-framing.ts";
import { ANALYZE_VIDEO } from "../media-node/framing/shots/analyze-video.ts";
import { BUILT_IN_MODELS_DIR, chooseBundle, scanBundles } from "../media-node/models/find-bundles.ts";
import { readBundle } from "../media-node/models/model-bundle.ts";
import { analyzeAudio } from "../media-node/senses/audio/analyze-audio.ts";
import type { Span } from "../media-node/signal/span.ts";
import { closeThreads, runInThread } from "../media-node/threads/run-in-thread.ts";
import { MINUTE } from "../shared/limits/units.ts";
import { CAMERA_PIECE, makeFilm, repeatFilm } from "./clips/generated-film.ts";
import type { BenchCase, BenchDefinition, Measures } from "./measuring/harness.ts";
import { readNumber } from "./measuring/read-number.ts";

const run = promisify(execFile);
const MINUTES = { default: 60, min: 5, max: 120 };
const CLIPS = { default: 5, min: 1, max: 100 };
const PIECE_S = 300;
/** A syllable-like tone: four a second with changing pitch, a pause every three seconds or so. */
const AUDIO = [
  "aevalsrc='0.3*sin(2*PI*(200+60*mod(floor(t*4),5))*t)",
  "*lt(mod(t,3.1),2.5)*lt(mod(t,0.25),0.2)'",
  `:s=16000:d=${PIECE_S}`,
].join("");
const VIDEO = `testsrc2=s=640x360:r=25:d=${PIECE_S}`;
/** Of the film of 720p, which repeats them and has the bits of a camera's video: with few it is made sooner. */
const LARGE_PIECE_SECONDS = { default: CAMERA_PIECE.durationS, min: 4, max: 60 };

/** Five minutes, which are repeated without encoding again: packets count here, not their content. */
async function makePiece(folder: string): Promise<string> {
  const piece = join(folder, "piece.mp4");
  const video = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "40", "-g", "50"];
  const inputs = ["-f", "lavfi", "-i", VIDEO, "-f", "lavfi", "-i", AUDIO];
  await run(ffmpeg.path, ["-v", "error", "-y", ...inputs, ...video, "-c:a", "aac", "-b:a", "48k", piece]);
  return piece;
}

interface Shape {
  /** Of the shorter films, in whole pieces. */
  readonly minutes: number;
  /** That are chosen and framed. */
  readonly clips: number;
  readonly largePieceS: number;
}

interface Film {
  readonly name: string;
  readonly path: string;
  readonly minutes: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly faceModelPath: string | null;
}

/** An installed face detector's file, or null. */
async function installedFaceModel(): Promise<string | null> {
  const env = { ...process.env, CLIPMILL_DATABASE_URL: "postgres://none" };
  const { modelsDir } = readMediaNodeConfig(env).models;
  const { bundles } = await scanBundles({ modelsDir, builtInDir: BUILT_IN_MODELS_DIR });
  const readable = bundles.filter(({ manifest }) => manifest.family === "yunet");
  const bundle = chooseBundle(readable, "face-detection");
  return bundle === undefined ? null : join(bundle.folder, bundle.manifest.files[0]?.path ?? "");
}

async function makeFilms(
  folder: string,
  { minutes, largePieceS }: Shape,
  signal: AbortSignal,
): Promise<Film[]> {
  const small = { width: 640, height: 360 };
  const [short, long, large] = ["short", "long", "large"].map((name) => join(folder, `${name}.mp4`));
  if (short === undefined || long === undefined || large === undefined) throw new Error("Unreachable.");
  const piece = await makePiece(folder);
  await repeatFilm(piece, (60 * minutes) / PIECE_S, short, signal);
  await repeatFilm(piece, (3 * 60 * minutes) / PIECE_S, long, signal);
  const largePiece = join(folder, "large-piece.mp4");
  await makeFilm(largePiece, { ...CAMERA_PIECE, durationS: largePieceS }, signal);
  await repeatFilm(largePiece, Math.ceil((60 * minutes) / largePieceS), large, signal);
  const faceModelPath = await installedFaceModel();
  const largeFilm = { path: large, minutes, size: { width: 1_280, height: 720 } };
  const name = `${minutes} min of 1280x720`;
  return [
    { name: `${minutes} min`, path: short, minutes, size: small, faceModelPath: null },
    { name: `${3 * minutes} min`, path: long, minutes: 3 * minutes, size: small, faceModelPath: null },
    { name, ...largeFilm, faceModelPath: null },
    ...(faceModelPath === null ? [] : [{ name: `${name} with faces`, ...largeFilm, faceModelPath }]),
  ];
}

/** Looks at each moment's frames as a clip job does, one after the other. */
async function frameAll(film: Film, moments: readonly Span[], signal: AbortSignal): Promise<void> {
  for (const { startS, endS } of moments) {
    const framingCall = {
      ffmpeg: ffmpeg.path,
      sourcePath: film.path,
      videoSpecifier: "v:0" as const,
      audioSpecifier: "a:0" as const,
      sourceSize: film.size,
      startS,
      durationS: endS - startS,
      frameRate: 25,
      faceModelPath: film.faceModelPath,
    };
    await analyzeFraming(framingCall, signal);
  }
}

async function analyze(film: Film, { clips }: Shape, signal: AbortSignal): Promise<Measures> {
  const { path, minutes } = film;
  const range = { startS: 0, endS: minutes * 60 };
  const common = { ffmpeg: ffmpeg.path, sourcePath: path, range, signal };
  const startMs = performance.now();
  const audio = await analyzeAudio({ ...common, audioSpecifier: "a:0" as const });
  const audioDoneMs = performance.now();
  const call = { ffmpeg: ffmpeg.path, sourcePath: path, videoSpecifier: "v:0" as const, ...range };
  const video = await runInThread(ANALYZE_VIDEO, call, { signal });
  const videoDoneMs = performance.now();
  const model = await openViralityModel(await readBundle(join(BUILT_IN_MODELS_DIR, "virality-en")));
  const moments = await findMoments({
    audio,
    video,
    cues: [],
    range,
    clipCount: clips,
    clipLengthS: { min: 15, max: 60 },
    scoreFeatures: (features, options) => model.score(features, options),
  });
  await model.dispose();
  const chosenMs = performance.now();
  await frameAll(film, moments, signal);
  return {
    audioMs: audioDoneMs - startMs,
    videoMs: videoDoneMs - audioDoneMs,
    chooseMs: chosenMs - videoDoneMs,
    frameMs: performance.now() - chosenMs,
    framedS: moments.reduce((sum, { startS, endS }) => sum + endS - startS, 0),
    audioTimesRealTime: (minutes * MINUTE) / (audioDoneMs - startMs),
    videoTimesRealTime: (minutes * MINUTE) / (videoDoneMs - audioDoneMs),
  };
}

function sourceCase(film: Film, shape: Shape): BenchCase {
  return { name: film.name, run: (signal) => analyze(film, shape, signal), cleanUp: closeThreads };
}

const definition: BenchDefinition = {
  name: "find-moments",
  description:
    "analysing audio and video, choosing and framing moments of one and of three hours, with peak memory",
  options: {
    minutes: String(MINUTES.default),
    clips: String(CLIPS.default),
    piece: String(LARGE_PIECE_SECONDS.default),
  },
  quick: { options: { minutes: "5", clips: "1", piece: "20" } },
  run: async ({ compare, options, signal }) => {
    const shape = {
      minutes: readNumber("minutes", options.minutes ?? "", MINUTES),
      clips: readNumber("clips", options.clips ?? "", CLIPS),
      largePieceS: readNumber("piece", options.piece ?? "", LARGE_PIECE_SECONDS),
    };
    if ((60 * shape.minutes) % PIECE_S !== 0)
      throw new Error(`--minutes must be a multiple of ${PIECE_S / 60}.`);
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      const [reference, ...longer] = (await makeFilms(folder, shape, signal)).map((film) =>
        sourceCase(film, shape),
      );
      if (reference === undefined) throw new Error("There is no film.");
      await compare({
        name: "From a 640x360 file to its moments, framed",
        reference,
        candidates: longer,
        warmUps: 0,
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
