// Which colours a video's numbers mean. Clips are BT.709, so everything else is converted, and what files leave unsaid
// is taken as players take it: high definition is BT.709, the rest BT.601.
import type { ProbedStream } from "../ffmpeg/ffprobe.ts";

/** Matrices by the names that ffmpeg's scale filter has for them. */
export type ColorMatrix = "bt601" | "bt709" | "bt2020" | "smpte240m" | "fcc";

/** How light is coded: as on usual screens, or one of the two high-dynamic-range curves of BT.2100. */
export type ColorTransfer = "sdr" | "pq" | "hlg";

/** Which red, green and blue are meant: those of high definition, of BT.2020, or of cinemas and telephones (P3). */
export type ColorPrimaries = "bt709" | "bt2020" | "smpte432";

export interface SourceColor {
  readonly matrix: ColorMatrix;
  readonly transfer: ColorTransfer;
  /** Unless told those of the transfer: BT.709, and for high dynamic range BT.2020. */
  readonly primaries?: ColorPrimaries;
  /** Whether black is 0 and not 16 (of 255); false unless told. */
  readonly isFullRange?: boolean;
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
const PRIMARIES: Readonly<Record<string, ColorPrimaries>> = {
  bt709: "bt709",
  bt2020: "bt2020",
  smpte432: "smpte432",
  smpte432_1: "smpte432",
};

/**
 * The primaries that are meant where a file names none: those of BT.709, with high dynamic range those of
 * BT.2020.
 */
export function usualPrimaries(transfer: ColorTransfer): ColorPrimaries {
  return transfer === "sdr" ? "bt709" : "bt2020";
}

/** Lines of the tallest standard definition. */
const STANDARD_DEFINITION_HEIGHT = 576;

/**
 * What a stream's numbers mean. Unknown names count as unsaid: of high dynamic range BT.2020, else BT.709
 * from 1,280 columns or 577 lines on, and BT.601 below.
 */
export function readColor(stream: ProbedStream): SourceColor {
  const transfer = TRANSFERS[stream.color_transfer ?? ""] ?? "sdr";
  const isLarge = (stream.width ?? 0) >= 1_280 || (stream.height ?? 0) > STANDARD_DEFINITION_HEIGHT;
  const unsaid = transfer === "sdr" ? (isLarge ? "bt709" : "bt601") : "bt2020";
  const primaries = PRIMARIES[stream.color_primaries ?? ""] ?? usualPrimaries(transfer);
  return {
    matrix: MATRICES[stream.color_space ?? ""] ?? unsaid,
    transfer,
    ...(primaries === usualPrimaries(transfer) ? {} : { primaries }),
    ...(stream.color_range === "pc" ? { isFullRange: true } : {}),
  };
}
