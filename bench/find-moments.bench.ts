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
import { makeFilm, repeatFilm } from "./clips/generated-film.ts";
import type { BenchCase, BenchDefinition, Measures } from "./measuring/harness.ts";

const run = promisify(execFile);
const PIECE_S = 300;
/** A syllable-like tone: four a second with changing pitch, a pause every three seconds or so. */
const AUDIO = [
  "aevalsrc='0.3*sin(2*PI*(200+60*mod(floor(t*4),5))*t)",
  "*lt(mod(t,3.1),2.5)*lt(mod(t,0.25),0.2)'",
  `:s=16000:d=${PIECE_S}`,
].join("");
const VIDEO = `testsrc2=s=640x360:r=25:d=${PIECE_S}`;
/** A minute with the bits of a camera's video: 2 GB an hour. */
const LARGE_PIECE = {
  widthPx: 1_280,
  heightPx: 720,
  durationS: 60,
  keyFrameIntervalS: 4,
  crf: 22,
  grain: true,
} as const;

/** Five minutes are encoded once and repeated without encoding again: packets count here, not their content. */
async function makeSource(folder: string, hours: number): Promise<string> {
  const piece = join(folder, "piece.mp4");
  const path = join(folder, `${hours}h.mp4`);
  const video = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "40", "-g", "50"];
  const inputs = ["-f", "lavfi", "-i", VIDEO, "-f", "lavfi", "-i", AUDIO];
  await run(ffmpeg.path, ["-v", "error", "-y", ...inputs, ...video, "-c:a", "aac", "-b:a", "48k", piece]);
  const loops = String((hours * 3_600) / PIECE_S - 1);
  await run(ffmpeg.path, ["-v", "error", "-y", "-stream_loop", loops, "-i", piece, "-c", "copy", path]);
  return path;
}

interface Film {
  readonly name: string;
  readonly path: string;
  readonly hours: number;
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

async function makeFilms(folder: string, signal: AbortSignal): Promise<Film[]> {
  const small = { width: 640, height: 360 };
  const [piece, large] = [join(folder, "large-piece.mp4"), join(folder, "large.mp4")];
  await makeFilm(piece, LARGE_PIECE, signal);
  await repeatFilm(piece, 60, large, signal);
  const faceModelPath = await installedFaceModel();
  const hour = { path: large, hours: 1, size: { width: 1_280, height: 720 } };
  return [
    { name: "1 h", path: await makeSource(folder, 1), hours: 1, size: small, faceModelPath: null },
    { name: "3 h", path: await makeSource(folder, 3), hours: 3, size: small, faceModelPath: null },
    { name: "1 h of 1280x720", ...hour, faceModelPath: null },
    ...(faceModelPath === null ? [] : [{ name: "1 h of 1280x720 with faces", ...hour, faceModelPath }]),
  ];
}

/** Looks at each moment's frames as a clip job does, one after the other. */
async function frameAll(film: Film, moments: readonly Span[], signal: AbortSignal): Promise<void> {
  for (const { startS, endS } of moments) {
    const framingCall = {
      ffmpeg: ffmpeg.path,
      sourcePath: film.path,
      streamIndex: 0,
      audioStreamIndex: 1,
      sourceSize: film.size,
      startS,
      durationS: endS - startS,
      frameRate: 25,
      faceModelPath: film.faceModelPath,
    };
    await analyzeFraming(framingCall, signal);
  }
}

async function analyze(film: Film, signal: AbortSignal): Promise<Measures> {
  const { path, hours } = film;
  const range = { startS: 0, endS: hours * 3_600 };
  const common = { ffmpeg: ffmpeg.path, sourcePath: path, range, signal };
  const startMs = performance.now();
  const audio = await analyzeAudio({ ...common, audioStreamIndex: 1 });
  const audioDoneMs = performance.now();
  const call = { ffmpeg: ffmpeg.path, sourcePath: path, videoStreamIndex: 0, ...range };
  const video = await runInThread(ANALYZE_VIDEO, call, { signal });
  const videoDoneMs = performance.now();
  const model = await openViralityModel(await readBundle(join(BUILT_IN_MODELS_DIR, "virality-en")));
  const moments = await findMoments({
    audio,
    video,
    cues: [],
    range,
    clipCount: 5,
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
    audioTimesRealTime: (hours * 3_600_000) / (audioDoneMs - startMs),
    videoTimesRealTime: (hours * 3_600_000) / (videoDoneMs - audioDoneMs),
  };
}

function sourceCase(film: Film): BenchCase {
  return { name: film.name, run: (signal) => analyze(film, signal), cleanUp: closeThreads };
}

const definition: BenchDefinition = {
  name: "find-moments",
  description:
    "analysing audio and video, choosing and framing moments of one and of three hours, with peak memory",
  run: async ({ compare, signal }) => {
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      const [reference, ...longer] = (await makeFilms(folder, signal)).map(sourceCase);
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
