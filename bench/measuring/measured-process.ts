// A Node process of its own for one repeat of a benchmark, with its memory and that of the processes that it starts.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Measures } from "./harness.ts";
import { sampleMemory } from "./memory.ts";

/** Runs a script of this folder to its end; it prints its own measures as JSON, to which those of memory are added. */
export async function measureProcess(
  file: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Measures> {
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], {
    signal,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const memory = sampleMemory(child.pid);
  try {
    const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, "close")]);
    if (exitCode !== 0) throw new Error(`The run ended with ${exitCode}.`);
    const largestFfmpegRssBytes = memory.largestDescendantBytes();
    // In place of the harness's own figure, which holds the benchmark's process too.
    return { ...JSON.parse(output), largestFfmpegRssBytes, peakRssBytes: memory.peakBytes() };
  } finally {
    await memory.stop();
  }
}
