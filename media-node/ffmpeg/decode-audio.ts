// Reads one audio stream of a source, for everything that listens. Broadcasts change theirs on the way: a film in 5.1,
// advertisements in stereo or at another rate. ffmpeg rebuilds all filters there, which forget the time, and would
// fill all that was heard before with silence once more. So filters are kept, at which ffmpeg fails where the stream
// changes; only then the stretch is read again, by two of them: the first brings all to one form with its times, the
// second is given that on a pipe. Reading every source so was rejected: it costs as much again. Padding what filters
// without `first_pts` hand on was, too: raw samples have no times, so that gaps at a change would be lost.
import type { Readable } from "node:stream";
import { AppError } from "../../shared/errors.ts";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../signal/audio-analysis.ts";
import { MonoFrames } from "../signal/mono-frames.ts";
import type { Span } from "../signal/span.ts";
import { clockOf, type FfmpegRun, runFfmpeg, type SourceClock, seconds, untrustedInput } from "./ffmpeg.ts";
import { mixedChannels, placedChannels, refusedOrder } from "./mix-channels.ts";
import { FROM_KEY_FRAME } from "./steady-frames.ts";
import type { AudioSpecifier } from "./stream-specifier.ts";

/** What is read of a source's audio, and where to. */
export interface AudioCommand extends SourceClock {
  readonly sourcePath: string;
  readonly startS: number;
  readonly durationS: number;
  /** Options of the decoder; none unless told. */
  readonly decoding?: readonly string[];
  readonly specifier: AudioSpecifier;
  /** Of the stream. */
  readonly channels: number;
  /** See `placedChannels`; only where ffmpeg failed without. */
  readonly placing?: readonly string[];
  /** With 0 at the start, behind what makes no more than eight channels of more. */
  readonly filters: readonly string[];
  readonly output: readonly string[];
}

export interface DecodeAudioCall extends Span, SourceClock {
  readonly sourcePath: string;
  readonly audioSpecifier: AudioSpecifier;
  /** Of the stream; no more than eight unless told. */
  readonly channels?: number;
}

/** How many channels `decodeCommand` gives: more than two become two, and what listens makes one of them itself. */
function decodedChannels({ channels }: Pick<DecodeAudioCall, "channels">): 1 | 2 {
  return channels === 1 ? 1 : 2;
}

/**
 * Decodes to interleaved s16le at 16 kHz on the pipe, for `readMonoFrames`. Its first sample lies exactly at `startS`: late
 * starts and gaps in the stream become silence, so that counting samples keeps the source's clock.
 */
export function decodeCommand(call: DecodeAudioCall): AudioCommand {
  // First made small: silence is held in memory, where an hour of it takes 400 MB, and takes 3 GB in the source's form.
  const layout = decodedChannels(call) === 1 ? "mono" : "stereo";
  const small = `aformat=sample_fmts=s16:sample_rates=${AUDIO_SAMPLE_RATE_HZ}:channel_layouts=${layout}`;
  return {
    sourcePath: call.sourcePath,
    startS: call.startS,
    durationS: call.endS - call.startS,
    ...clockOf(call),
    specifier: call.audioSpecifier,
    channels: call.channels ?? 2,
    filters: [small, "aresample=async=1:first_pts=0"],
    output: ["-f", "s16le", "-c:a", "pcm_s16le", "pipe:1"],
  };
}

/** The stretch of the stream, from which all but it is left out by the filters. */
function stretchArgs(command: AudioCommand, filters: readonly string[]): string[] {
  const { sourcePath, startS, durationS, decoding = [], specifier, channels, placing = [] } = command;
  const { reorderDelayS = 0 } = command;
  const seekS = Math.max(0, startS - reorderDelayS);
  const lateS = seekS + reorderDelayS - startS;
  const moved = lateS > 0 ? [`asetpts=PTS+${seconds(lateS)}/TB`] : [];
  const within = [...moved, `atrim=start=0:end=${seconds(durationS)}`];
  return [
    ...untrustedInput(sourcePath, {
      seekS,
      ...clockOf(command),
      extra: [...FROM_KEY_FRAME, ...decoding],
    }),
    ...["-map", `0:${specifier}`, "-vn", "-sn", "-dn"],
    ...["-af", [...within, ...placing, ...mixedChannels(channels), ...filters].join(",")],
  ];
}

/** Arguments that fail where the stream changes or its channels have an order of their own; see `isReadApart`. */
export function audioArgs(command: AudioCommand): string[] {
  return ["-reinit_filter", "0", ...stretchArgs(command, command.filters), ...command.output];
}

/** Arguments that bring a stream to one form, whatever it changes to, with its times on `pipe:4`. */
function oneFormArgs(command: AudioCommand): string[] {
  const form = "aformat=sample_fmts=flt:sample_rates=48000:channel_layouts=stereo";
  return [
    ...stretchArgs(command, [form]),
    ...["-f", "nut", "-write_index", "0", "-c:a", "pcm_f32le", "pipe:4"],
  ];
}

/** Arguments that read what those write. Its first sample may come late, and would be taken for the beginning. */
function fromOneFormArgs({ filters, output }: AudioCommand): string[] {
  return [
    ...["-protocol_whitelist", "pipe", "-format_whitelist", "nut", "-codec_whitelist", "pcm_f32le"],
    ...["-copyts", "-i", "pipe:0", "-map", "0:a:0", "-af", filters.join(","), ...output],
  ];
}

/** Whether ffmpeg failed because an audio stream changes whose filters are kept. */
function isChangeOfAudio(error: unknown): boolean {
  return (
    error instanceof AppError &&
    /Changing (?:audio )?frame properties on the fly is not supported/.test(String(error.cause))
  );
}

function refusedOrderOf(error: unknown): string | undefined {
  return error instanceof AppError ? refusedOrder(String(error.cause)) : undefined;
}

/** Whether ffmpeg failed at audio that `readAudio` alone can read. */
export function isReadApart(error: unknown): boolean {
  return isChangeOfAudio(error) || refusedOrderOf(error) !== undefined;
}

type AudioRun = Omit<FfmpegRun, "args" | "input">;
/** Reads a stretch from its beginning to its end. */
export type StartAudio = (run: AudioRun) => Promise<void>;

async function readInOneForm(ffmpeg: string, command: AudioCommand, run: AudioRun): Promise<void> {
  const pass = async (input: Readable): Promise<void> => {
    try {
      await runFfmpeg(ffmpeg, { ...run, args: fromOneFormArgs(command), input });
    } finally {
      // Where the second could not be started.
      input.resume();
    }
  };
  const { timeoutMs, signal } = run;
  await runFfmpeg(ffmpeg, { args: oneFormArgs(command), timeoutMs, signal, readers: [pass] });
}

/** The command that reads audio whose channels have an order of their own. @throws the error where it is another one */
function placedCommand(command: AudioCommand, error: unknown): AudioCommand {
  const order = refusedOrderOf(error);
  if (order === undefined || command.placing !== undefined) throw error;
  return { ...command, placing: placedChannels(order) };
}

/**
 * Has a stretch's audio read.
 * @param read Starts the reading once, and says what came of it. Called again, and then starts over, where the audio turns
 * out to be such as no other call can read: `isApart`. @throws the errors of `runFfmpeg` and of `read`
 */
export async function readAudio<T>(
  ffmpeg: string,
  command: AudioCommand,
  read: (start: StartAudio, isApart: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await read(async (run) => {
      await runFfmpeg(ffmpeg, { ...run, args: audioArgs(command) });
    }, command.placing !== undefined);
  } catch (error) {
    if (isChangeOfAudio(error)) return read((run) => readInOneForm(ffmpeg, command, run), true);
    return readAudio(ffmpeg, placedCommand(command, error), read);
  }
}

/** Media seconds between two reports of progress. */
const PROGRESS_STEP_S = 5;

export interface MonoFrameSink {
  readonly signal: AbortSignal;
  /** Gets frames of one channel; see `MonoFrames`. */
  readonly onFrame: (frame: Int16Array) => void;
  readonly onProgress?: (fraction: number) => void;
}

/** Reads what `decodeCommand` gives of a call, mixed to one channel. @throws the errors of `runFfmpeg` */
export async function readMonoFrames(
  start: StartAudio,
  call: DecodeAudioCall,
  { signal, onFrame, onProgress = () => undefined }: MonoFrameSink,
): Promise<void> {
  let decodedS = 0;
  let reportedS = 0;
  const frames = new MonoFrames(decodedChannels(call), (frame) => {
    onFrame(frame);
    decodedS += frame.length / AUDIO_SAMPLE_RATE_HZ;
  });
  await start({
    timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    signal,
    onOutput: (chunk) => {
      frames.push(chunk);
      if (decodedS - reportedS < PROGRESS_STEP_S) return;
      reportedS = decodedS;
      onProgress(Math.min(1, decodedS / (call.endS - call.startS)));
    },
  });
  frames.finish();
}
