// What threads take that recognize speech with the built-in model, by their number: each has the model's network and
// its own searches; language model and lexicon are there once.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchCase, BenchDefinition } from "./measuring/harness.ts";
import { measureProcess } from "./measuring/measured-process.ts";
import { readNumbers } from "./measuring/read-number.ts";

const RUN_FILE = fileURLToPath(new URL("speech/speech-threads-run.ts", import.meta.url));
const SAMPLE = fileURLToPath(new URL("../deploy/sample/sample.mp4", import.meta.url));
const THREADS = { min: 2, max: 64 };

function threadsCase(threads: number, root: string): BenchCase {
  const folder = join(root, `${threads}`);
  return {
    name: threads === 1 ? "1 thread" : `${threads} threads`,
    prepare: async () => {
      await mkdir(folder, { recursive: true });
    },
    run: async (signal) => {
      const { largestFfmpegRssBytes: _, ...measures } = await measureProcess(
        RUN_FILE,
        [SAMPLE, folder, String(threads)],
        signal,
      );
      return measures;
    },
  };
}

const definition: BenchDefinition = {
  name: "threads",
  description:
    "memory of 1 to 8 threads that recognize speech at once, which share lexicon and language model",
  options: { threads: "2,4,8" },
  repeats: 3,
  quick: { options: { threads: "2" } },
  run: async ({ compare, options }) => {
    const numbers = readNumbers("threads", options.threads ?? "", THREADS);
    const root = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      await compare({
        name: "Recognizing 20 s of speech in each thread",
        warmUps: 0,
        reference: threadsCase(1, root),
        candidates: numbers.map((threads) => threadsCase(threads, root)),
      });
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};

export default definition;
