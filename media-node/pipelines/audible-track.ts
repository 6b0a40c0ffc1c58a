// Which of a source's sound tracks is heard: the one that players choose, unless nothing is on it, as on the input of a
// camera or a recorder to which no microphone was connected. A few seconds here and there tell, of the stretch that is
// worked on alone: of a large film no more was fetched. Hearing all of each track was rejected, since a source with several
// is mostly a film with several languages.
import { hasErrorCode } from "../../shared/errors.ts";
import { decodeCommand, readAudio, readMonoFrames } from "../ffmpeg/decode-audio.ts";
import { clockOf } from "../ffmpeg/ffmpeg.ts";
import type { Span } from "../signal/span.ts";
import type { AudioStream, SourceInfo } from "../source/probe-source.ts";
import { placeOfTrack } from "../source/sound-tracks.ts";
import { runStage } from "../threads/run-stage.ts";

export interface AudibleTrackInput {
  /** The binary. */
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly source: SourceInfo;
  /** On the source's clock. */
  readonly range: Span;
  readonly signal: AbortSignal;
}

const SAMPLES = 6;
const SAMPLE_S = 3;
/** Of samples of 16 bits: -66 dB of full scale, which an input without a microphone hardly reaches. */
const SILENT_PEAK = 16;

/** The stretches of a range that are listened to. */
function samplesOf({ startS, endS }: Span): Span[] {
  const stepS = (endS - startS) / SAMPLES;
  if (stepS <= SAMPLE_S) return [{ startS, endS }];
  return Array.from({ length: SAMPLES }, (_, index) => {
    const middleS = startS + (index + 0.5) * stepS;
    return { startS: middleS - SAMPLE_S / 2, endS: middleS + SAMPLE_S / 2 };
  });
}

/** The loudest of a sample. Of what cannot be decoded nothing is heard. */
async function peakOf(
  { ffmpeg, sourcePath, signal }: AudibleTrackInput,
  track: AudioStream,
  sample: Span,
): Promise<number> {
  const { specifier: audioSpecifier, channels } = track;
  const call = { sourcePath, audioSpecifier, channels, ...clockOf(track), ...sample };
  try {
    return await readAudio(ffmpeg, decodeCommand(call), async (start) => {
      let peak = 0;
      const onFrame = (frame: Int16Array): void => {
        for (const value of frame) peak = Math.max(peak, Math.abs(value));
      };
      await readMonoFrames(start, call, { signal, onFrame });
      return peak;
    });
  } catch (error) {
    if (hasErrorCode(error, "SOURCE_UNSUPPORTED")) return 0;
    throw error;
  }
}

/** Whether anything is heard on a track: in one sample is enough, whatever is damaged in others. */
async function isAudible(input: AudibleTrackInput, track: AudioStream): Promise<boolean> {
  for (const sample of samplesOf(input.range)) {
    if ((await peakOf(input, track, sample)) > SILENT_PEAK) return true;
  }
  return false;
}

/**
 * The source with the first of its other sound tracks on which something is heard, where its own is silent; else as it is.
 * @throws the errors of `runFfmpeg`, but for sound that cannot be decoded
 */
export async function withAudibleTrack(input: AudibleTrackInput): Promise<SourceInfo> {
  const { source } = input;
  const { audio } = source;
  if (audio?.otherTracks === undefined) return source;
  const tracks = [audio, ...audio.otherTracks];
  return runStage("hear-tracks", null, async () => {
    for (const track of tracks) {
      const other = { ...audio, ...track };
      if (!(await isAudible(input, other))) continue;
      const isChosen = track === audio;
      return isChosen ? source : { ...source, audio: { ...other, silentTrack: placeOfTrack(audio) } };
    }
    return source;
  });
}
