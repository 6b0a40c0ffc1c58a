// ffmpeg as an engine: one process per call, started with an argument array, never through a shell. Sources come from
// strangers, so every input is opened with an allowlist of protocols (local files, alone or joined), of demuxers (no playlist
// formats, which can name other files and hosts) and of decoders. Linking libav into the process was rejected: a crash
// in a decoder must end one run, not the node.
import type { Readable } from "node:stream";
import { cutText } from "../../shared/cut-text.ts";
import { AppError } from "../../shared/errors.ts";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { SOURCE_LIMITS } from "../../shared/limits/sources.ts";
import { ACCEPTED_DECODERS, notAccepted, refusedCodec } from "./accepted-codecs.ts";
import { throwIfMachineFailed } from "./child-failure.ts";
import { type ProcessResult, runProcess } from "./child-process.ts";
import { openedInput } from "./inputs/indexed-input.ts";
import { type WatchedInput, watchInput } from "./inputs/ranged-input.ts";
import { readLines } from "./read-lines.ts";

/** Demuxers that read one self-contained media file. HLS, DASH, concat, image sequences and devices are left out. */
const ALLOWED_DEMUXERS = [
  "mov,mp4,m4a,3gp,3g2,mj2",
  "matroska,webm",
  "mpegts",
  "mpeg",
  "mpegvideo",
  "avi",
  "flv",
  "live_flv",
  "asf",
  "ogg",
  "wav",
  "w64",
  "mp3",
  "aac",
  "flac",
  "mxf",
  "nut",
].join(",");

/**
 * Clocks of recordings jump, by hours where a receiver was off. ffmpeg would take a jump of 10 s out of the clock as it
 * reads past it, but of course not where it seeks behind it: one time would be two places. No clock lasts for so long.
 */
const UNCORRECTED_CLOCK = ["-dts_delta_threshold", "1000000"];

/**
 * Versions up to 5 take a clock that is not moved, of a file that begins at 0, for one to be corrected. Less than any
 * container's clock can tell.
 */
const CLOCK_MOVE_S = 1e-6;

/** The clock of a file, for what reads it. */
export interface SourceClock {
  /**
   * From when on a seek finds all that is shown and heard. Formats are sought in by their video: before its first frame a
   * seek leads there, however much was heard until then, and reading begins with the file. 0 unless told.
   */
  readonly seekableFromS?: number | undefined;
  /**
   * When it begins, on its own terms, in formats where ffmpeg would have it begin with the first of those streams that are
   * read: a broadcast's sound alone would come earlier than beside its picture. Not told in any other format.
   */
  readonly clockStartS?: number | undefined;
  /**
   * How much later than beside its sound a frame is handed on. Sound is moved by as much, since the clock is that of the
   * video. 0 unless told.
   */
  readonly reorderDelayS?: number | undefined;
}

export interface FfmpegRun {
  /** Without the binary and without the global options, which are added here. */
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What `pipe:0` is. */
  readonly input?: Readable;
  readonly onOutput?: (chunk: Buffer) => void;
  /** Readers of the outputs `pipe:4`, `pipe:5`, … */
  readonly readers?: readonly ((output: Readable) => Promise<void>)[];
  /** Media seconds written so far. Where this is asked for, an ffmpeg that gets no further is ended. */
  readonly onProgressS?: (outTimeS: number) => void;
  /** Overrides `PROCESS_LIMITS.ffmpegStallMs`. */
  readonly stallMs?: number;
}

export interface InputOptions extends SourceClock {
  readonly seekS?: number;
  /** Not of a source, whose clock ffmpeg would not end by: filters end what is read of those. */
  readonly durationS?: number;
  /** Further input options, such as `-skip_frame nokey`. */
  readonly extra?: readonly string[];
}

/** Formats seconds for ffmpeg's options without exponents, to the microsecond. */
export function seconds(value: number): string {
  return value.toFixed(6);
}

/** What ffmpeg and ffprobe must be told before they open a stranger's file. */
export function allowlistOptions(protocols = "file"): string[] {
  return [
    ...["-protocol_whitelist", protocols, "-format_whitelist", ALLOWED_DEMUXERS],
    ...["-codec_whitelist", ACCEPTED_DECODERS],
  ];
}

/** The clock alone, of what has more. */
export function clockOf({ clockStartS, seekableFromS, reorderDelayS }: SourceClock): SourceClock {
  return { clockStartS, seekableFromS, reorderDelayS };
}

/**
 * Has times begin at the seek, also where none is made, and by the file's own clock. Versions from 6 on correct the
 * beginning whatever is asked for, unless times are to be copied; those up to 7.0 forget it altogether at a seek. Reading
 * what the file begins with, too, was rejected: it may be a stream that cannot be read.
 */
function readingFrom({ seekS = 0, seekableFromS = 0, clockStartS }: InputOptions): string[] {
  const isSought = seekS > 0 && seekS >= seekableFromS;
  const seek = isSought ? ["-ss", seconds(seekS)] : [];
  if (clockStartS !== undefined) {
    return [...seek, "-copyts", "-itsoffset", seconds(CLOCK_MOVE_S - clockStartS - seekS)];
  }
  return isSought || seekS === 0 ? seek : ["-itsoffset", seconds(-seekS)];
}

/** Input arguments for a local file from a stranger, ending in `-i PATH`. */
export function untrustedInput(path: string, options: InputOptions = {}): string[] {
  const duration = options.durationS === undefined ? [] : ["-t", seconds(options.durationS)];
  const pixels = ["-max_pixels", String(SOURCE_LIMITS.framePixels)];
  const { protocols, url } = openedInput(path);
  return [
    ...allowlistOptions(protocols),
    ...pixels,
    ...duration,
    ...readingFrom(options),
    ...(options.extra ?? []),
    "-i",
    url,
  ];
}

/** Reads the time out of the blocks of lines that `-progress` writes. */
function progressReader(onProgressS: (outTimeS: number) => void): (chunk: Buffer) => void {
  return readLines((line) => {
    // Old builds call microseconds out_time_ms and know no out_time_us.
    const match = /^out_time_ms=(\d+)$/.exec(line);
    if (match?.[1] !== undefined) onProgressS(Number(match[1]) / 1_000_000);
  });
}

/** The last line that ffmpeg wrote, which is where it says why it stopped. */
function lastLine(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim());
  return lines.findLast((line) => line !== "" && !line.startsWith("Last message repeated")) ?? "";
}

interface Watch {
  /** Fires when the caller's does, and when ffmpeg is stuck. */
  readonly signal: AbortSignal;
  onProgressS(outTimeS: number): void;
  end(): void;
}

/** Ends an ffmpeg that still runs but writes no further media: some builds repeat a filter's failure for ever. */
function watchProgress(run: FfmpegRun, stallMs: number): Watch {
  const stuck = new AbortController();
  let furthestS = -1;
  const expire = (): void => stuck.abort(new AppError("TIMED_OUT", "Decoding the source stalled."));
  const timer = setTimeout(expire, stallMs);
  return {
    signal: AbortSignal.any([run.signal, stuck.signal]),
    onProgressS: (outTimeS) => {
      if (outTimeS <= furthestS) return;
      furthestS = outTimeS;
      timer.refresh();
      run.onProgressS?.(outTimeS);
    },
    end: () => clearTimeout(timer),
  };
}

function runWatched(binary: string, run: FfmpegRun, input: WatchedInput): Promise<ProcessResult> {
  const isWatched = run.onProgressS !== undefined;
  const progress = isWatched ? ["-progress", "pipe:3"] : [];
  const timeoutMs = Math.min(run.timeoutMs, PROCESS_LIMITS.ffmpegTimeoutMs);
  const stallMs = run.stallMs ?? PROCESS_LIMITS.ffmpegStallMs;
  const watch = isWatched ? watchProgress(run, stallMs) : undefined;
  return runProcess({
    command: binary,
    args: [
      "-nostdin",
      "-hide_banner",
      "-loglevel",
      input.logLevel,
      "-nostats",
      ...UNCORRECTED_CLOCK,
      ...progress,
      "-y",
      ...run.args,
    ],
    timeoutMs,
    signal: watch?.signal ?? run.signal,
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    ...(run.env === undefined ? {} : { env: run.env }),
    ...(run.input === undefined ? {} : { input: run.input }),
    ...(run.onOutput === undefined ? {} : { onOutput: run.onOutput }),
    ...(input.onErrorOutput === undefined ? {} : { onErrorOutput: input.onErrorOutput }),
    ...(run.readers === undefined ? {} : { readers: run.readers }),
    ...(watch === undefined ? {} : { onSideOutput: progressReader(watch.onProgressS) }),
  }).finally(() => watch?.end());
}

/**
 * Runs ffmpeg to its end. Standard output goes to `onOutput`, progress comes over a pipe of its own.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg finds fault with its input; OUT_OF_MEMORY, TIMED_OUT, INTERNAL where
 * this machine ended it, or where a ranged copy lacks what was read (see ranged-input); `signal.reason` on abort.
 */
export async function runFfmpeg(binary: string, run: FfmpegRun): Promise<{ stderr: string }> {
  const input = watchInput(run.args);
  const result = await runWatched(binary, run, input);
  input.assertWithin();
  const { exitCode } = result;
  const stderr = input.withoutWarnings(result.stderr);
  if (exitCode === 0) return { stderr };
  await throwIfMachineFailed("ffmpeg", result, run.signal, stderr);
  const cause = new Error(`ffmpeg ended with ${exitCode}: ${stderr}`);
  // Streams that nobody asked for are refused as well, while their file is opened, and mean nothing.
  const [opening, failed] = stderr.split("while opening decoder");
  const codec = failed === undefined ? undefined : refusedCodec(opening ?? "");
  if (codec !== undefined) throw notAccepted(codec, cause);
  const message = `The source could not be decoded (${publicReason(lastLine(stderr), run.args)}).`;
  throw new AppError("SOURCE_UNSUPPORTED", message, { cause });
}

const PATH_ARGUMENT = /^(?:concat:)?(?:file:)?\//;

/** ffmpeg's own words without the paths of this machine. Those that it was given may have blanks. */
function publicReason(line: string, args: readonly string[]): string {
  const given = args.filter((arg) => PATH_ARGUMENT.test(arg));
  const said = given.reduce((text, path) => text.replaceAll(path, "/path"), line);
  const reason = said.replaceAll(/(?:concat:)?(?:file:)?\/\S+?:\s*/g, "").replaceAll(/\[[^\]]*\]\s*/g, "");
  return cutText(reason, 200) || "unknown reason";
}
