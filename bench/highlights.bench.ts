// Highlight jobs in their two halves. Scoring: one hour of a 720p match against ten minutes of it, each in a process of
// its own; time grows with length, memory must not. Stitching: a raw reel of given moments against the best single
// ffmpeg command for the same reel, which is told where the moments lie and how much louder they must be.
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Span } from "../media-node/signal/span.ts";
import { repeatFilm } from "./clips/generated-film.ts";
import { readBenchConfig } from "./clips/node-config.ts";
import { stitchByHand } from "./highlights/hand-written-reel.ts";
import { makeMatchPiece } from "./highlights/match-film.ts";
import { openReelJob, type ReelJob } from "./highlights/reel-job.ts";
import type { BenchCase, BenchDefinition } from "./measuring/harness.ts";
import { measureProcess } from "./measuring/measured-process.ts";

const RUN_FILE = fileURLToPath(new URL("highlights/highlights-run.ts", import.meta.url));
const PIECE_MINUTES = 5;
const SHORT_MINUTES = 10;
const LONG_MINUTES = 60;
const REPEAT_TIMEOUT_MS = 40 * 60_000;
/** Two minutes in ten moments, as the reel of half an hour has them. */
const MOMENTS = 10;
const MOMENT_S = 12;
const BETWEEN_MOMENTS_S = 53;
const SIZE = { width: 1_920, height: 1_080 } as const;

function momentsOf(count: number): Span[] {
  return Array.from({ length: count }, (_, index) => {
    const startS = 20 + index * BETWEEN_MOMENTS_S;
    return { startS, endS: startS + MOMENT_S };
  });
}

function scoringCase(name: string, path: string, folder: string): BenchCase {
  return {
    name,
    prepare: async () => {
      await mkdir(folder);
    },
    run: (signal) => measureProcess(RUN_FILE, [path, folder], signal),
    cleanUp: () => rm(folder, { recursive: true, force: true }),
  };
}

function ourReelCase(folder: string, filmPath: string, moments: readonly Span[]): BenchCase {
  let job: ReelJob | undefined;
  return {
    name: "clipmill, with framing and thumbnail",
    prepare: async () => {
      job = await openReelJob(folder, filmPath, moments);
    },
    run: async (signal) => {
      if (job === undefined) throw new Error("The case was not prepared.");
      return (await job.run(signal)).measures;
    },
    cleanUp: async () => job?.close(),
  };
}

/** Makes the reel once, to know how much louder it must be. */
async function findGain(folder: string, filmPath: string, moments: readonly Span[], signal: AbortSignal) {
  const job = await openReelJob(folder, filmPath, moments);
  try {
    return (await job.run(signal)).gainDb;
  } finally {
    await job.close();
  }
}

async function byHandCase(folder: string, filmPath: string, signal: AbortSignal): Promise<BenchCase> {
  const moments = momentsOf(MOMENTS);
  const gainDb = await findGain(join(folder, "trial"), filmPath, moments, signal);
  const { ffmpeg } = await readBenchConfig();
  const output = join(folder, "by-hand.mp4");
  return {
    name: "one ffmpeg command",
    run: async (inner) => {
      await stitchByHand(ffmpeg, { filmPath, moments, size: SIZE, gainDb }, output, inner);
      return { reelBytes: (await stat(output)).size, reelS: MOMENTS * MOMENT_S };
    },
  };
}

const definition: BenchDefinition = {
  name: "highlights",
  description: "scoring an hour of 720p, and stitching a reel against the best single ffmpeg command",
  run: async ({ compare, signal }) => {
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      const [piece, short, long] = ["piece", "short", "long"].map((name) => join(folder, `${name}.mp4`));
      if (piece === undefined || short === undefined || long === undefined) throw new Error("Unreachable.");
      await makeMatchPiece(piece, PIECE_MINUTES, signal);
      await repeatFilm(piece, SHORT_MINUTES / PIECE_MINUTES, short, signal);
      await repeatFilm(piece, LONG_MINUTES / PIECE_MINUTES, long, signal);
      const scratch = join(folder, "scoring");
      await compare({
        name: "From a match of 1280×720 to the moments of its reel",
        warmUps: 0,
        timeoutMs: REPEAT_TIMEOUT_MS,
        reference: scoringCase(`${SHORT_MINUTES} min`, short, scratch),
        candidates: [scoringCase(`${LONG_MINUTES} min`, long, scratch)],
      });
      await compare({
        name: `A reel of ${MOMENTS} moments, ${MOMENTS * MOMENT_S} s of 1920×1080, from 720p`,
        warmUps: 0,
        timeoutMs: REPEAT_TIMEOUT_MS,
        reference: await byHandCase(folder, short, signal),
        candidates: [ourReelCase(join(folder, "job"), short, momentsOf(MOMENTS))],
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
