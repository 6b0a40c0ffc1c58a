// The filters that bring a source's colours to those of clips: BT.709, limited range, eight bits. Every property is
// named: where a frame's own are unknown, zscale fails on each frame and old builds of ffmpeg go on for ever.

import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { type SourceColor, usualPrimaries } from "../source/source-color.ts";

const TRANSFER_NAMES = { sdr: "bt709", pq: "smpte2084", hlg: "arib-std-b67" } as const;
/** Matrices by the names that zscale has for them. */
const MATRIX_NAMES = {
  bt601: "smpte170m",
  bt709: "bt709",
  bt2020: "bt2020nc",
  smpte240m: "bt709",
  fcc: "smpte170m",
} as const;
/** BT.2408 puts the white of faces and pages here; it becomes the white of the clip… */
const WHITE_NITS = 203;
/** …and light up to this many times that, 1,000 nits, is bent into what is left above. */
const PEAK_WHITES = 5;

function rangeOf({ isFullRange = false }: SourceColor): "pc" | "tv" {
  return isFullRange ? "pc" : "tv";
}

/** Options of `scale` where it is to leave the range alone: it would make it limited, but only where it has to scale. */
export function inSourceRange(color: SourceColor): string {
  return `in_range=${rangeOf(color)}:out_range=${rangeOf(color)}`;
}

function fromSource(color: SourceColor): string {
  const { matrix, transfer, primaries = usualPrimaries(transfer) } = color;
  const input = `tin=${TRANSFER_NAMES[transfer]}:min=${MATRIX_NAMES[matrix]}:pin=${primaries}`;
  return `${input}:rin=${rangeOf(color)}`;
}

/**
 * Brings high dynamic range down to BT.709 on the frame's final size, since it works in floating point. Möbius keeps
 * what lies below the bend as it is; Hable's curve made white a mid grey (184 of 255, measured 2026-11).
 */
function toneMap(color: SourceColor): string[] {
  return [
    `zscale=${fromSource(color)}:t=linear:p=bt709:npl=${WHITE_NITS}`,
    "format=gbrpf32le",
    `tonemap=tonemap=mobius:param=0.6:desat=0:peak=${PEAK_WHITES}`,
    "zscale=tin=linear:pin=bt709:t=bt709:p=bt709:m=bt709:r=tv",
  ];
}

/** Scales to a size, and to the colours and the pixel format that the rest of the graph works in. */
export function inClipColors(size: FrameSize, color: SourceColor): string[] {
  const place = `scale=${size.width}:${size.height}:flags=bicubic`;
  const { matrix, transfer, primaries } = color;
  if (transfer === "sdr" && primaries === undefined) {
    return [`${place}:in_color_matrix=${matrix}:out_color_matrix=bt709:out_range=tv`, "format=yuv420p"];
  }
  const converted =
    transfer === "sdr" ? [`zscale=${fromSource(color)}:t=bt709:p=bt709:m=bt709:r=tv`] : toneMap(color);
  return [`${place}:${inSourceRange(color)}`, "format=yuv420p10le", ...converted, "format=yuv420p"];
}
