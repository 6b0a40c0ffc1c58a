// Reads the text subtitles that a source brings along: what is said, as long as nothing better is known.
import { splitWords } from "../../shared/captions/spread-words.ts";
import { AppError, hasErrorCode } from "../../shared/errors.ts";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { MIB } from "../../shared/limits/units.ts";
import { mapInSteps, runInTimeSlices } from "../../shared/process/time-slices.ts";
import { runFfmpeg, untrustedInput } from "../ffmpeg/ffmpeg.ts";
import type { Cue } from "../signal/cues.ts";
import type { Span } from "../signal/span.ts";
import type { SubtitleStream } from "./probe-source.ts";
import { sayOnceInSteps } from "./rolled-cues.ts";
import { withoutAss } from "./subtitle-text.ts";
import { readTurnMarksInSteps } from "./subtitle-turns.ts";

/** Six hours of subtitles with a time at each word are 7 MB. To read more would hold the node up for too long. */
const MAX_BYTES = 8 * MIB;
/** Of a cue with its times: nobody reads longer ones, and whatever lays out captions need not be made for them. */
const MAX_CUE_LENGTH = 10_000;
/** Nor does anybody say a longer word. What reads words on their way to a title tries each mark of one in many ways. */
const MAX_WORD_LENGTH = 100;
const CUE_TIMES = /^(?:(\d+):)?(\d{2}):(\d{2})[.,](\d{3})\s+-->\s+(?:(\d+):)?(\d{2}):(\d{2})[.,](\d{3})/;

function timeS(hours: string | undefined, minutes: string, secs: string, milliseconds: string): number {
  return Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(secs) + Number(milliseconds) / 1_000;
}

function isReadable({ text }: Cue): boolean {
  if (text === "") return false;
  // A dictionary is asked only for what may be several words without a space: that takes long.
  const long = text.split(" ").filter((part) => part.length > MAX_WORD_LENGTH);
  return long.flatMap(splitWords).every((word) => word.length <= MAX_WORD_LENGTH);
}

interface CueBlock {
  readonly span: Span;
  /** All, of which those behind its times, at `timesAt`, are said. */
  readonly lines: string[];
  readonly timesAt: number;
  /** Of all lines together. */
  length: number;
}

function spanIn(line: string): Span | undefined {
  const times = CUE_TIMES.exec(line);
  if (times === null) return undefined;
  const [, h1, m1 = "0", s1 = "0", ms1 = "0", h2, m2 = "0", s2 = "0", ms2 = "0"] = times;
  return { startS: timeS(h1, m1, s1, ms1), endS: timeS(h2, m2, s2, ms2) };
}

/** What stands between empty lines; what has no times there stood behind an empty line of the cue before it. */
function* blocksInSteps(text: string): Generator<void, CueBlock[]> {
  const blocks: CueBlock[] = [];
  for (const block of text.replaceAll("\r\n", "\n").split(/\n{2,}/)) {
    yield;
    const lines = block.split("\n");
    const timesAt = lines.findIndex((line) => CUE_TIMES.test(line));
    const span = spanIn(lines[timesAt] ?? "");
    const last = blocks.at(-1);
    if (span !== undefined) blocks.push({ span, lines, timesAt, length: block.length });
    else if (last !== undefined && last.length <= MAX_CUE_LENGTH) {
      // An argument for each line of megabytes would be more than a call takes.
      for (const line of lines) last.lines.push(line);
      last.length += 1 + block.length;
    }
  }
  return blocks.filter(({ length }) => length <= MAX_CUE_LENGTH);
}

/**
 * The cues of a WebVTT text; blocks that are no cue, or absurdly long, are passed over. In steps of a cue: two million lines of
 * one letter take 30 s of a processor, in which a node would lose its lease, and all accounts' runs on it with that.
 */
export function* parseWebVttInSteps(text: string): Generator<void, Cue[]> {
  const blocks = yield* blocksInSteps(text);
  const timed = blocks.map(({ span, lines, timesAt }) => ({ span, lines: lines.slice(timesAt + 1) }));
  const spoken = yield* readTurnMarksInSteps(timed.map(({ lines }) => lines));
  const cues = timed.map(({ span }, index) => ({ ...span, text: "", ...spoken[index] }));
  const areReadable = yield* mapInSteps(cues, isReadable);
  return yield* sayOnceInSteps(cues.filter((_cue, index) => areReadable[index]));
}

/**
 * Reads a text subtitle stream; null where it is longer than may be read. WebVTT is read as it is: ffmpeg decodes no
 * reference of it but four, and drops who speaks. A stream that cannot be read gives no cues: captions are worth less
 * than the clip.
 * @throws `signal.reason` on abort
 */
export async function readSubtitles(
  ffmpeg: string,
  sourcePath: string,
  { specifier, format }: SubtitleStream,
  signal: AbortSignal,
): Promise<Cue[] | null> {
  const isWebVtt = format === "webvtt";
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    await runFfmpeg(ffmpeg, {
      args: [
        ...untrustedInput(sourcePath),
        ...["-map", `0:${specifier}`, "-c:s", isWebVtt ? "copy" : "webvtt", "-f", "webvtt", "pipe:1"],
      ],
      timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
      signal,
      onOutput: (chunk) => {
        sizeBytes += chunk.length;
        if (sizeBytes > MAX_BYTES)
          throw new AppError("SOURCE_UNSUPPORTED", "The subtitles are absurdly long.");
        chunks.push(chunk);
      },
    });
  } catch (error) {
    if (signal.aborted || !hasErrorCode(error, "SOURCE_UNSUPPORTED")) throw error;
    return sizeBytes > MAX_BYTES ? null : [];
  }
  const text = Buffer.concat(chunks).toString("utf8");
  const webVtt = isWebVtt ? text : withoutAss(text, format === "ass");
  return runInTimeSlices(parseWebVttInSteps(webVtt), signal);
}
