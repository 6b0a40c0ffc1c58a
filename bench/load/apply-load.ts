// Runs a load in a process of its own, so that the client's work is not the benchmark's.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Load, LoadResult } from "./load-client.ts";

const CLIENT = new URL("load-client.ts", import.meta.url).pathname;

/** @throws where the client fails or any answer was no success */
export async function applyLoad(load: Load, signal: AbortSignal): Promise<LoadResult> {
  const child = spawn(process.execPath, ["--import", "tsx", CLIENT], {
    stdio: ["pipe", "pipe", "inherit"],
    signal,
  });
  child.stdin.end(JSON.stringify(load));
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (code !== 0) throw new Error(`The load client ended with ${code}.`);
  const result = JSON.parse(output) as LoadResult;
  if (result.failures > 0)
    throw new Error(`${result.failures} of ${result.answers} answers were no success.`);
  return result;
}
