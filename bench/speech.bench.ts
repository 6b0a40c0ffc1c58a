// Speech recognition: our Whisper against transformers.js on the same files and threads, the front end's part of the
// work, and the built-in model from file to captions, with the memory of ten minutes, an hour and three hours.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchContext, BenchDefinition } from "./measuring/harness.ts";
import { readNumber, readNumbers } from "./measuring/read-number.ts";
import {
  builtInFrontEnd,
  builtInRecognizer,
  sampleWindows,
  wholeWay,
  writeSource,
} from "./speech/speech-built-in.ts";
import {
  ourWhisper,
  referenceWhisper,
  whisperFrontEnd,
  whisperWindows,
  writeBenchWhisper,
} from "./speech/speech-whisper.ts";

const MINUTES = { min: 1, max: 360 };
/** Of half a minute; two of them where nothing is compared but shares. */
const WINDOWS = { default: 10, min: 1, max: 120 };
const SHARE_WINDOWS = 2;
/** A repeat takes many seconds: what is compiled and cached in its first second does not show. */
const NO_WARM_UP = { warmUps: 0 };

async function compareWhisper({ compare, options }: BenchContext, folder: string): Promise<void> {
  const bundle = await writeBenchWhisper(folder);
  const count = readNumber("windows", options.windows ?? "", WINDOWS);
  const windows = whisperWindows(count);
  await compare({
    name: `Whisper (tiny's shape), ${count / 2} min of sound, 64 tokens for each 30 s`,
    ...NO_WARM_UP,
    reference: referenceWhisper(bundle, windows, { threads: 2, overlapS: 0 }),
    candidates: [
      ourWhisper(bundle, windows, 2),
      referenceWhisper(bundle, windows, { threads: 2, overlapS: 5 }),
    ],
  });
  await compare({
    name: "The same with one thread",
    ...NO_WARM_UP,
    reference: referenceWhisper(bundle, windows, { threads: 1, overlapS: 0 }),
    candidates: [ourWhisper(bundle, windows, 1)],
  });
  const few = whisperWindows(SHARE_WINDOWS);
  await compare({
    name: "The front end's part of Whisper",
    reference: ourWhisper(bundle, few, 1),
    candidates: [whisperFrontEnd(few)],
  });
}

async function compareBuiltIn({ compare, options, signal }: BenchContext, folder: string): Promise<void> {
  const windows = await sampleWindows(signal);
  await compare({
    name: "The front end's part of the built-in model",
    reference: builtInRecognizer(windows),
    candidates: [builtInFrontEnd(windows)],
  });
  const lengths = readNumbers("minutes", options.minutes ?? "", MINUTES).map((minutes) => ({
    name: `${minutes} min`,
    minutes,
  }));
  for (const { name, minutes } of lengths) await writeSource(join(folder, `${name}.mp4`), minutes, signal);
  const [shortest, ...longer] = lengths.map(({ name }) =>
    wholeWay(name, join(folder, `${name}.mp4`), folder),
  );
  if (shortest === undefined) throw new Error("There is no source.");
  await compare({
    name: "The built-in model, from file to captions",
    ...NO_WARM_UP,
    reference: shortest,
    candidates: longer,
  });
}

const definition: BenchDefinition = {
  name: "speech",
  description:
    "Whisper against transformers.js, the front end's part, and the built-in model on up to three hours",
  options: { minutes: "10,60,180", windows: String(WINDOWS.default) },
  quick: { options: { minutes: "1,2", windows: "2" } },
  run: async (context) => {
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      await compareBuiltIn(context, folder);
      await compareWhisper(context, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
