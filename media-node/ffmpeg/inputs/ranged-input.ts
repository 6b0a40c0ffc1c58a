// Inputs that are copies of only a part of their source (see source/ranges). Their tables lead whoever reads a sample that
// was not copied to the file's very last byte; ffmpeg takes what it gets there for a corrupt packet, says so as a warning,
// and goes on. Here that ends the call: nothing is made of what is not there. A copy is known by its name, because calls
// are made in threads, which share no memory with those who know.
import { AppError, hasErrorCode } from "../../../shared/errors.ts";
import { readLines } from "../read-lines.ts";

/** The last part of every such copy's path. */
export const RANGED_COPY_NAME = "source-ranges.mp4";

const MISSING = "More of the source was read than had been copied.";
const CORRUPT_PACKET = /\[warning\].*\b(?:corrupt input packet|packet corrupt)\b/i;
const WARNING = /(?:^|\s)\[warning\] /;

/** Whether a call failed because it read what its copy has not: the whole source has it. */
export function isOutsideRangedCopy(error: unknown): boolean {
  return hasErrorCode(error, "INTERNAL") && error.message === MISSING;
}

export interface WatchedInput {
  /** What ffmpeg and ffprobe are to tell. */
  readonly logLevel: string;
  readonly onErrorOutput?: (chunk: Buffer) => void;
  /** Ends the call where it has read what is not there. @throws AppError INTERNAL, worth another try */
  assertWithin(): void;
  /** What the program said, as it would have said it of the whole source. */
  withoutWarnings(stderr: string): string;
}

const WHOLE: WatchedInput = {
  logLevel: "error",
  assertWithin: () => undefined,
  withoutWarnings: (stderr) => stderr,
};

/** How a call with these arguments is to be watched. */
export function watchInput(args: readonly string[]): WatchedInput {
  if (!args.some((argument) => argument.endsWith(`/${RANGED_COPY_NAME}`))) return WHOLE;
  let isOutside = false;
  return {
    logLevel: "level+warning",
    onErrorOutput: readLines((line) => {
      isOutside ||= CORRUPT_PACKET.test(line);
    }),
    assertWithin: () => {
      if (isOutside) throw new AppError("INTERNAL", MISSING, { retryable: true });
    },
    withoutWarnings: (stderr) => {
      const lines = stderr.split("\n").filter((line) => !WARNING.test(line));
      return lines.map((line) => line.replace(/\[(?:error|fatal|panic)\] /, "")).join("\n");
    },
  };
}
