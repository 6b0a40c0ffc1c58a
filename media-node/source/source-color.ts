// Which colours a video's numbers mean. Clips are BT.709, so everything else is converted, and what files leave unsaid
// is taken as players take it: high definition is BT.709, the rest BT.601.
import type { ProbedStream } from "../ffmpeg/ffprobe.ts";

/** Matrices by the names that ffmpeg's scale filter has for them. */
export type ColorMatrix = "bt601" | "bt709" | "bt2020" | "smpte240m" | "fcc";

/** How light is coded: as on usual screens, or one of the two high-dynamic-range curves of BT.2100. */
export type ColorTransfer = "sdr" | "pq" | "hlg";

export interface SourceColor {
  readonly matrix: ColorMatrix;
  readonly transfer: ColorTransfer;
}

const MATRICES: Readonly<Record<string, ColorMatrix>> = {
  bt709: "bt709",
  smpte170m: "bt601",
  bt470bg: "bt601",
  smpte240m: "smpte240m",
  fcc: "fcc",
  bt2020nc: "bt2020",
  bt2020c: "bt2020",
};
const TRANSFERS: Readonly<Record<string, ColorTransfer>> = { smpte2084: "pq", "arib-std-b67": "hlg" };
/** Lines of the tallest standard definition. */
const STANDARD_DEFINITION_HEIGHT = 576;

export function readColor(stream: ProbedStream): SourceColor {
  const transfer = TRANSFERS[stream.color_transfer ?? ""] ?? "sdr";
  const isLarge = (stream.width ?? 0) >= 1_280 || (stream.height ?? 0) > STANDARD_DEFINITION_HEIGHT;
  const unsaid = transfer === "sdr" ? (isLarge ? "bt709" : "bt601") : "bt2020";
  return { matrix: MATRICES[stream.color_space ?? ""] ?? unsaid, transfer };
}
