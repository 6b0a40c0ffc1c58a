// Highlight jobs in their two halves. Scoring: one hour of a 720p match against ten minutes of it, each in a process of
// its own; time grows with length, memory must not. Stitching: a raw reel of given moments against the best single
// ffmpeg command for the same reel, which is told where the moments lie and how much louder they must be.
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Span } from "../media-node/signal/span.ts";
import { repeatFilm } from "./clips/generated-film.ts";
import { stitchByHand } from "./highlights/hand-written-reel.ts";
import { makeMatchPiece } from "./highlights/match-film.ts";
import { openReelJob, type ReelJob } from "./highlights/reel-job.ts";
import { readBenchConfig } from "./measuring/bench-node.ts";
import type { BenchCase, BenchDefinition } from "./measuring/harness.ts";
import { measureProcess } from "./measuring/measured-process.ts";
import { readNumber, readNumbers } from "./measuring/read-number.ts";

const RUN_FILE = fileURLToPath(new URL("highlights/highlights-run.ts", import.meta.url));
/** At most: what is encoded, and then repeated. */
const PIECE_MINUTES = 5;
const MINUTES = { min: 1, max: 360 };
const REPEAT_TIMEOUT_MS = 40 * 60_000;
/** By default two minutes in ten moments, as the reel of half an hour has them. */
const MOMENTS = { min: 1, max: 60 };
const MOMENT_SECONDS = { min: 1, max: 60 };
const FIRST_MOMENT_S = 20;
const SIZE = { width: 1_920, height: 1_080 } as const;

interface Shape {
  /** Of the film that both halves share, and of the longer one that is scored. */
  readonly shortMinutes: number;
  readonly longMinutes: number;
  readonly moments: number;
  readonly momentS: number;
}

function readShape(options: Readonly<Record<string, string>>): Shape {
  const [shortMinutes = 0, longMinutes = 0, ...others] = readNumbers(
    "minutes",
    options.minutes ?? "",
    MINUTES,
  );
  const pieceMinutes = Math.min(PIECE_MINUTES, shortMinutes);
  const isWhole = shortMinutes % pieceMinutes === 0 && longMinutes % pieceMinutes === 0;
  if (longMinutes === 0 || others.length > 0 || !isWhole) {
    throw new Error(
      `--minutes must be two lengths, in multiples of ${PIECE_MINUTES} or of a shorter first one.`,
    );
  }
  return {
    shortMinutes,
    longMinutes,
    moments: readNumber("moments", options.moments ?? "", MOMENTS),
    momentS: readNumber("seconds", options.seconds ?? "", MOMENT_SECONDS),
  };
}

/** Moments at even distances in the shorter film. */
function momentsOf({ shortMinutes, moments, momentS }: Shape): Span[] {
  const eachS = Math.floor((60 * shortMinutes - FIRST_MOMENT_S) / moments);
  if (eachS <= momentS) throw new Error("The moments do not fit into the shorter film.");
  return Array.from({ length: moments }, (_, index) => {
    const startS = FIRST_MOMENT_S + index * eachS;
    return { startS, endS: startS + momentS };
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

async function byHandCase(
  folder: string,
  filmPath: string,
  shape: Shape,
  signal: AbortSignal,
): Promise<BenchCase> {
  const moments = momentsOf(shape);
  const gainDb = await findGain(join(folder, "trial"), filmPath, moments, signal);
  const { ffmpeg } = await readBenchConfig();
  const output = join(folder, "by-hand.mp4");
  return {
    name: "one ffmpeg command",
    run: async (inner) => {
      await stitchByHand(ffmpeg, { filmPath, moments, size: SIZE, gainDb }, output, inner);
      return { reelBytes: (await stat(output)).size, reelS: shape.moments * shape.momentS };
    },
  };
}

const definition: BenchDefinition = {
  name: "highlights",
  description: "scoring an hour of 720p, and stitching a reel against the best single ffmpeg command",
  options: { minutes: "10,60", moments: "10", seconds: "12" },
  quick: { options: { minutes: "1,2", moments: "2", seconds: "4" } },
  run: async ({ compare, options, signal }) => {
    const shape = readShape(options);
    const { shortMinutes, longMinutes, moments, momentS } = shape;
    const pieceMinutes = Math.min(PIECE_MINUTES, shortMinutes);
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      const [piece, short, long] = ["piece", "short", "long"].map((name) => join(folder, `${name}.mp4`));
      if (piece === undefined || short === undefined || long === undefined) throw new Error("Unreachable.");
      await makeMatchPiece(piece, pieceMinutes, signal);
      await repeatFilm(piece, shortMinutes / pieceMinutes, short, signal);
      await repeatFilm(piece, longMinutes / pieceMinutes, long, signal);
      const scratch = join(folder, "scoring");
      await compare({
        name: "From a match of 1280×720 to the moments of its reel",
        warmUps: 0,
        timeoutMs: REPEAT_TIMEOUT_MS,
        reference: scoringCase(`${shortMinutes} min`, short, scratch),
        candidates: [scoringCase(`${longMinutes} min`, long, scratch)],
      });
      await compare({
        name: `A reel of ${moments} moments, ${moments * momentS} s of 1920×1080, from 720p`,
        warmUps: 0,
        timeoutMs: REPEAT_TIMEOUT_MS,
        reference: await byHandCase(folder, short, shape, signal),
        candidates: [ourReelCase(join(folder, "job"), short, momentsOf(shape))],
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
