// What a media node needs for a source of ten minutes, one hour and three: choosing moments, then one clip of 30 s from
// the middle. Choosing reads the whole source, so its time grows with it; the clip's time and everybody's memory must
// not. What grows by nature is ffmpeg's index of an MP4 file, which lists every packet.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFilm, repeatFilm } from "./clips/generated-film.ts";
import type { BenchCase, BenchDefinition } from "./measuring/harness.ts";
import { measureProcess } from "./measuring/measured-process.ts";
import { readNumber, readNumbers } from "./measuring/read-number.ts";

const RUN_FILE = fileURLToPath(new URL("clips/long-source-run.ts", import.meta.url));
const MINUTES = { min: 1, max: 360 };
const CLIP_SECONDS = { min: 1, max: 180 };
/** One minute, repeated: about 0.5 GB for three hours. */
const PIECE = {
  widthPx: 640,
  heightPx: 360,
  durationS: 60,
  keyFrameIntervalS: 4,
  crf: 30,
  grain: false,
} as const;

interface Source {
  readonly name: string;
  readonly minutes: number;
  readonly clipS: number;
}

function sourceCase({ name, minutes, clipS }: Source, root: string): BenchCase {
  const folder = join(root, "scratch");
  return {
    name,
    prepare: async () => {
      await mkdir(folder);
    },
    run: (signal) =>
      measureProcess(RUN_FILE, [join(root, `${name}.mp4`), folder, String(minutes), String(clipS)], signal),
    cleanUp: () => rm(folder, { recursive: true, force: true }),
  };
}

const definition: BenchDefinition = {
  name: "long-source",
  description: "choosing moments and cutting one clip from 10 minutes, 1 hour and 3 hours, with peak memory",
  options: { minutes: "10,60,180", seconds: "30" },
  quick: { options: { minutes: "2,6", seconds: "5" } },
  run: async ({ compare, options, signal }) => {
    const clipS = readNumber("seconds", options.seconds ?? "", CLIP_SECONDS);
    const sources = readNumbers("minutes", options.minutes ?? "", MINUTES).map((minutes) => ({
      name: `${minutes} min`,
      minutes,
      clipS,
    }));
    const root = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      const piece = join(root, "piece.mp4");
      await makeFilm(piece, PIECE, signal);
      for (const { name, minutes } of sources) {
        await repeatFilm(piece, minutes, join(root, `${name}.mp4`), signal);
      }
      const [shortest, ...longer] = sources.map((source) => sourceCase(source, root));
      if (shortest === undefined) throw new Error("There is no source.");
      await compare({
        name: "From a 640×360 source to its moments and one 1080×1920 clip",
        reference: shortest,
        candidates: longer,
        warmUps: 0,
      });
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};

export default definition;
