// When a Whisper model read which token: its alignment heads' attention to the audio, made comparable over tokens,
// smoothed, averaged, and warped in time (Radford et al. 2022; find_alignment of whisper/timing.py). Two differences:
// the attention comes out of the exported model after its softmax over all 30 s, so that a shorter window's share is
// scaled to one instead (the same numbers); and the row of the end token, which is never read, is not computed.
import { dynamicTimeWarping } from "./dynamic-time-warping.ts";

/** Seconds of one encoder frame. */
export const WHISPER_FRAME_S = 0.02;
const MEDIAN_WIDTH = 7;

export interface AlignmentInput {
  /** Per alignment head, attention [tokenCount x frameStride], row by row. */
  readonly heads: readonly Float32Array[];
  /** Tokens that went in. */
  readonly tokenCount: number;
  readonly frameStride: number;
  /** Frames that hold audio rather than padding. */
  readonly frameCount: number;
  /** The first tokens (start, language, task) are left out of the path. */
  readonly prefixCount: number;
}

/** [tokenCount x frameCount] with every row summing to one. */
function croppedRows(head: Float32Array, input: AlignmentInput): Float32Array {
  const { tokenCount, frameStride, frameCount } = input;
  const rows = new Float32Array(tokenCount * frameCount);
  for (let token = 0; token < tokenCount; token += 1) {
    const row = head.subarray(token * frameStride, token * frameStride + frameCount);
    const sum = frameCount === frameStride ? 1 : row.reduce((total, weight) => total + weight, 0) || 1;
    for (let frame = 0; frame < frameCount; frame += 1) {
      rows[token * frameCount + frame] = (row[frame] as number) / sum;
    }
  }
  return rows;
}

/** Each frame's weights over all tokens to mean 0 and standard deviation 1, in place. */
function standardizeOverTokens(rows: Float32Array, tokenCount: number, frameCount: number): void {
  for (let frame = 0; frame < frameCount; frame += 1) {
    let mean = 0;
    for (let token = 0; token < tokenCount; token += 1) mean += rows[token * frameCount + frame] as number;
    mean /= tokenCount;
    let variance = 0;
    for (let token = 0; token < tokenCount; token += 1) {
      variance += ((rows[token * frameCount + frame] as number) - mean) ** 2;
    }
    const deviation = Math.sqrt(variance / tokenCount) || 1;
    for (let token = 0; token < tokenCount; token += 1) {
      const at = token * frameCount + frame;
      rows[at] = ((rows[at] as number) - mean) / deviation;
    }
  }
}

/** The value in the middle of each run of `width` values, mirrored at the edges; short rows come back as they are. */
export function medianFilter(values: Float32Array, width: number): Float32Array {
  const half = Math.floor(width / 2);
  if (values.length <= half) return values.slice();
  const filtered = new Float32Array(values.length);
  const run = new Float32Array(width);
  const last = values.length - 1;
  for (let center = 0; center <= last; center += 1) {
    for (let offset = -half; offset <= half; offset += 1) {
      const at = Math.abs(center + offset);
      run[offset + half] = values[at > last ? 2 * last - at : at] as number;
    }
    filtered[center] = run.sort()[half] as number;
  }
  return filtered;
}

/**
 * Frames at which the reading of each token begins.
 * @returns `tokenCount - prefixCount` frames, never going back. The i-th belongs to the token that comes **out** of
 * row `prefixCount + i`: the one after it in the input, and after the last the end of the text.
 */
export function alignTokens(input: AlignmentInput): Int32Array {
  const { heads, tokenCount, frameCount, prefixCount } = input;
  const rows = tokenCount - prefixCount;
  const costs = new Float32Array(rows * frameCount);
  for (const head of heads) {
    const weights = croppedRows(head, input);
    standardizeOverTokens(weights, tokenCount, frameCount);
    for (let row = 0; row < rows; row += 1) {
      const start = (prefixCount + row) * frameCount;
      const smooth = medianFilter(weights.subarray(start, start + frameCount), MEDIAN_WIDTH);
      for (let frame = 0; frame < frameCount; frame += 1) {
        const at = row * frameCount + frame;
        costs[at] = (costs[at] as number) - (smooth[frame] as number) / heads.length;
      }
    }
  }
  return dynamicTimeWarping(costs, rows, frameCount);
}
