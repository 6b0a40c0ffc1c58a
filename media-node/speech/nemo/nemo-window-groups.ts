// Runs a batch of windows in groups of similar length. A batch is padded to its longest window, and the network works
// on padding as on speech: with seven windows of 3 to 30 s together, two thirds of its time went there (2026-11-21).
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";

/** A window shorter than this share of the longest beside it goes into the next group. */
const MIN_SHARE = 0.75;
/** Windows below a second are alike. */
const SHORT_SAMPLES = AUDIO_SAMPLE_RATE_HZ;

function groupsOf(lengths: readonly number[]): number[][] {
  const groups: number[][] = [];
  let maxLength = 0;
  for (const index of [...lengths.keys()].sort((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0))) {
    const length = Math.max(SHORT_SAMPLES, lengths[index] ?? 0);
    if (groups.length > 0 && length >= MIN_SHARE * maxLength) groups.at(-1)?.push(index);
    else {
      groups.push([index]);
      maxLength = length;
    }
  }
  return groups;
}

/**
 * What `recognize` makes of each window, in the order of the windows. It is called once per group, one after
 * the other, the longest windows first, and must answer in its group's order.
 */
export async function inGroupsOfSimilarLength<Result>(
  windows: readonly Float32Array[],
  recognize: (group: readonly Float32Array[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const group of groupsOf(windows.map(({ length }) => length))) {
    const found = await recognize(group.map((index) => windows[index] as Float32Array));
    group.forEach((index, at) => {
      results[index] = found[at] as Result;
    });
  }
  return results;
}
