// How many bytes a frame of uncompressed sound has, by the three versions of QuickTime's sound descriptions (QuickTime
// File Format, "Sound Sample Descriptions"). The table of sizes alone is not to be believed there: old writers put 1.
import { type Box, readBoxes, refuse } from "./iso-boxes.ts";

const VERSION_0_BYTES = 28;
const VERSION_1_BYTES = 44;
const VERSION_2_BYTES = 64;

function frameBytes(payload: Buffer): number {
  if (payload.length < VERSION_0_BYTES) refuse("a sound description is cut off");
  const version = payload.readUInt16BE(8);
  if (version === 0) return (payload.readUInt16BE(16) * payload.readUInt16BE(18)) / 8;
  if (version === 1) {
    if (payload.length < VERSION_1_BYTES) refuse("a sound description is cut off");
    return payload.readUInt32BE(28) === 1 ? payload.readUInt32BE(36) : 0;
  }
  if (version !== 2 || payload.length < VERSION_2_BYTES) refuse("a sound description is not understood");
  return payload.readUInt32BE(60) === 1 ? payload.readUInt32BE(56) : 0;
}

/** The one size of all descriptions, or 0 where there is none. @throws NotReadableInRanges */
export function audioFrameBytes({ payload }: Box): number {
  if (payload.length < 8) refuse("a box of type stsd is cut off");
  const sizes = new Set(readBoxes(payload.subarray(8)).map((entry) => frameBytes(entry.payload)));
  const [size = 0] = sizes;
  return sizes.size === 1 ? size : 0;
}
