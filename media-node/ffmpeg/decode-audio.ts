// ffmpeg's arguments that turn one audio stream into samples on a pipe, for everything that listens.
import { AUDIO_SAMPLE_RATE_HZ } from "../signal/audio-analysis.ts";
import type { Span } from "../signal/span.ts";
import { untrustedInput } from "./ffmpeg.ts";
import { mixedChannels } from "./mix-channels.ts";
import type { AudioSpecifier } from "./stream-specifier.ts";

export interface DecodeAudioCall extends Span {
  readonly sourcePath: string;
  readonly audioSpecifier: AudioSpecifier;
  /** Of the stream; no more than eight unless told. */
  readonly channels?: number;
}

/**
 * Arguments that decode to interleaved s16le at 16 kHz whose first sample lies exactly at `startS`: late starts and
 * gaps in the stream become silence, so that counting samples keeps the source's clock.
 */
export function decodeAudioArgs(call: DecodeAudioCall, channels: 1 | 2 = 1): string[] {
  // First made small: silence is held in memory, where an hour of it takes 200 MB, and takes 3 GB in the source's form.
  const layout = channels === 1 ? "mono" : "stereo";
  const small = `aformat=sample_fmts=s16:sample_rates=${AUDIO_SAMPLE_RATE_HZ}:channel_layouts=${layout}`;
  const filters = [...mixedChannels(call.channels ?? 2), small, "aresample=async=1:first_pts=0"];
  return [
    ...untrustedInput(call.sourcePath, { seekS: call.startS, durationS: call.endS - call.startS }),
    ...["-map", `0:${call.audioSpecifier}`, "-vn", "-sn", "-dn", "-af", filters.join(",")],
    ...["-f", "s16le", "-c:a", "pcm_s16le", "pipe:1"],
  ];
}
