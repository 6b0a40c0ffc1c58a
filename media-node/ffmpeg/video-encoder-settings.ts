// How each H.264 encoder is set, in one table. All of them aim at the same video: constant quality at 21 on the
// quantizer scale that they share, high profile, 8-bit 4:2:0, so that a clip looks the same whichever machine made it;
// what differs is the size, where x264 needs the least. Rate control by bit rate was rejected: talking heads would get
// too many bits and sport too few.

import { CARD } from "./cards/card-decoding.ts";

export const VIDEO_ENCODER_NAMES = ["h264_nvenc", "h264_qsv", "h264_vaapi", "libx264"] as const;
export type VideoEncoderName = (typeof VIDEO_ENCODER_NAMES)[number];

/** One encoder, as ffmpeg is told to use it; only lists of arguments, so that it can be read and compared. */
export interface VideoEncoder {
  readonly name: VideoEncoderName;
  /** Options before the inputs. */
  readonly deviceArgs: readonly string[];
  /** Filters that bring the graph's yuv420p frames to where the encoder takes them. */
  readonly uploadFilters: readonly string[];
  /** Options of the output. Threads, key frames and colours are the render's own. */
  readonly outputArgs: readonly string[];
}

const QUALITY = "21";
const HIGH_PROFILE = ["-profile:v", "high"] as const;

/**
 * The one that every machine can run. The next slower preset took half as long again and made files no smaller, the
 * next faster one saved a twentieth of the time and made them 2.7 times as large (the sample's talk, 2026-11).
 */
export const SOFTWARE_ENCODER: VideoEncoder = {
  name: "libx264",
  deviceArgs: [],
  uploadFilters: [],
  outputArgs: ["-c:v", "libx264", "-preset", "veryfast", "-crf", QUALITY, ...HIGH_PROFILE],
};

/** NVIDIA, on a card that is chosen for each clip (see encodeOnCard). It takes frames from memory and uploads them itself. */
const NVENC: VideoEncoder = {
  name: "h264_nvenc",
  deviceArgs: [],
  uploadFilters: [],
  outputArgs: [
    // p5 is the slowest that renders faster than our filters feed it; builds that know no p5 are too old for us.
    ...["-c:v", "h264_nvenc", "-preset", "p5"],
    // Without -b:v 0 the default of 2 Mbit/s caps the quality.
    ...["-rc", "vbr", "-cq", QUALITY, "-b:v", "0"],
    // Like x264's: spends bits on the flat parts of a face, where blocks show.
    ...["-spatial-aq", "1", ...HIGH_PROFILE],
    ...["-gpu", CARD],
  ],
};

/** Intel Quick Sync: ICQ, which `global_quality` without look-ahead chooses. It opens a session by itself. */
const QUICK_SYNC: VideoEncoder = {
  name: "h264_qsv",
  deviceArgs: [],
  uploadFilters: ["format=nv12"],
  outputArgs: ["-c:v", "h264_qsv", "-preset", "medium", "-global_quality", QUALITY, ...HIGH_PROFILE],
};

/**
 * Intel and AMD by VA-API, on one render node. A constant quantizer is the only quality mode that all drivers have, and
 * `-qp` its only name that all builds of ffmpeg know.
 */
function vaapi(renderNode: string): VideoEncoder {
  return {
    name: "h264_vaapi",
    deviceArgs: ["-vaapi_device", renderNode],
    uploadFilters: ["format=nv12", "hwupload"],
    outputArgs: ["-c:v", "h264_vaapi", "-qp", QUALITY, ...HIGH_PROFILE],
  };
}

/** Every way to use an encoder on a machine with these render nodes (`/dev/dri/renderD*`). */
export function encodersOf(name: VideoEncoderName, renderNodes: readonly string[]): VideoEncoder[] {
  switch (name) {
    case "h264_nvenc":
      return [NVENC];
    case "h264_qsv":
      return [QUICK_SYNC];
    case "h264_vaapi":
      return renderNodes.map(vaapi);
    case "libx264":
      return [SOFTWARE_ENCODER];
  }
}
