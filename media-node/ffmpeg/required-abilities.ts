// What an ffmpeg must have been built with to be used here: the encoders and filters of our own command lines, and the
// decoders without which hardly any source could be read. Distributions leave out some of them for their licences.

export interface Abilities {
  readonly encoders: readonly string[];
  readonly decoders: readonly string[];
  readonly filters: readonly string[];
}

export const REQUIRED_ABILITIES: Abilities = {
  encoders: ["libx264", "aac", "pcm_f32le", "pcm_s16le", "ppm", "rawvideo", "webvtt"],
  decoders: [
    ...["h264", "hevc", "mpeg2video", "mpeg4", "vp8", "vp9", "mjpeg", "prores", "png", "rawvideo"],
    ...["aac", "ac3", "mp3", "opus", "vorbis", "flac", "pcm_s16le", "mov_text", "subrip", "ass", "webvtt"],
  ],
  filters: [
    ...[
      "ass",
      "boxblur",
      "color",
      "concat",
      "crop",
      "eq",
      "fade",
      "format",
      "fps",
      "geq",
      "loop",
      "null",
      "nullsink",
      "overlay",
    ],
    ...["pad", "scale", "select", "setpts", "setsar", "settb", "split", "tonemap", "tpad", "trim", "vstack"],
    ...[
      "yadif",
      "zscale",
      "acrossfade",
      "adelay",
      "afade",
      "aformat",
      "alimiter",
      "amerge",
      "anull",
      "anullsrc",
    ],
    ...["apad", "aresample", "asetpts", "asplit", "atrim", "pan", "sidechaincompress", "volume"],
  ],
};

/** Names in a list that ffmpeg prints: flags, a name, and what it is for. */
function listedNames(output: string): ReadonlySet<string> {
  const rows = output.matchAll(/^ [A-Z.|]+ +(\S+) /gm);
  return new Set([...rows].map((row) => row[1] ?? ""));
}

/** Those that are required and not among the listed ones. */
export function missingNames(required: readonly string[], output: string): string[] {
  const listed = listedNames(output);
  return required.filter((name) => !listed.has(name));
}
