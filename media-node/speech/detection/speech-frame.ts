// The grid on which voice activity is judged: frames of 32 ms at 16 kHz, the hop of Silero VAD. Both detectors answer
// with one probability per frame, so that what follows does not care which of them listened.

import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { MIXDOWN_FRAME_SAMPLES } from "../../signal/stereo-mixdown.ts";

/** As the frames of a mixdown, so that each of them is one frame here. */
export const SPEECH_FRAME_SAMPLES = MIXDOWN_FRAME_SAMPLES;
export const SPEECH_FRAME_S = SPEECH_FRAME_SAMPLES / AUDIO_SAMPLE_RATE_HZ;

/**
 * Frames of 32 ms for so many samples at 16 kHz. The last one is filled up with silence, so that audio of any
 * length has one.
 */
export function speechFrameCount(sampleCount: number): number {
  return Math.ceil(sampleCount / SPEECH_FRAME_SAMPLES);
}
