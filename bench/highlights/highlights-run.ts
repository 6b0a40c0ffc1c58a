// What a media node does to score a match, alone in a process: `node --import tsx highlights-run.ts FILE FOLDER` chooses
// the moments of a reel and prints what that took as JSON. A process of its own, because what an earlier repeat left in
// memory would hide what this one needs.
import { readFileSync } from "node:fs";
import { selectHighlights } from "../../media-node/pipelines/highlights/select-highlights.ts";
import { MATCH_REQUEST, openMatchTools } from "./reel-job.ts";

/** The highest resident set of this process so far, threads included. */
function peakRssBytes(): number {
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return Number(kib) * 1_024;
}

async function main(sourcePath: string, folder: string): Promise<Record<string, number>> {
  const { context, close } = await openMatchTools(folder, AbortSignal.timeout(3_600_000));
  try {
    const startMs = performance.now();
    const { moments, source } = await selectHighlights(context, MATCH_REQUEST, sourcePath, () => undefined);
    const chooseMs = performance.now() - startMs;
    return {
      chooseMs,
      timesRealTime: (1_000 * source.durationS) / chooseMs,
      moments: moments.length,
      nodePeakRssBytes: peakRssBytes(),
    };
  } finally {
    await close();
  }
}

const [sourcePath, folder] = process.argv.slice(2);
if (sourcePath === undefined || folder === undefined) throw new Error("Give a source and an empty folder.");
console.log(JSON.stringify(await main(sourcePath, folder)));
