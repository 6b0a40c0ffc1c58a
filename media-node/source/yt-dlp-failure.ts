// Why yt-dlp made no file, from what it printed and what its proxy saw. It has no codes, only sentences, and they stand
// among names and addresses that strangers chose: a page called "login" must not end a task for good. So only its own
// words in lines of errors are judged, and a status before any word: that of 503 is "Service Unavailable". Pure.
import { AppError } from "../../shared/errors.ts";
import { PrintedFailure } from "../../shared/node-lack.ts";
import type { GuardedProxy } from "./guarded-proxy.ts";
import { isLaterStatus, unreachable } from "./source-failure.ts";

const TOO_LARGE = /^\[download\] File is larger than max-filesize/m;
/** It says so where it ends without an error: our filter is the one against live streams. */
const FILTERED = /^\[download\] .* does not pass filter \(/m;
const NO_VIDEO = /Unsupported URL|No video formats|no video in|format is not available/i;
const NOT_FOR_EVERYBODY =
  /\bsign in|\blog ?in|\bprivate\b|(?<!temporarily )\bunavailable\b|\bremoved\b|\bDRM\b/i;

const URLS = /\b[a-z]+:\/\/\S+/gi;
/** An error's extractor and video; for a page of no known site, the latter is a part of its address. */
const SUBJECT = /^ERROR: \[[^\]]*\] [^:]*: /;

/** What strangers chose: an address, which may have spaces in it, and the reason that a server gives with a status. */
const FROM_STRANGERS = /(?:\b[a-z]+:\/\/|\bHTTP Error \d{3}: ).*/i;
/** What Python says of a system call that failed, before the files of ours, whose names it writes as its strings. */
const SYSTEM_CALL = /\[Errno \d+\] ([^:'"]+)(?:: ["'].*["'])?$/;
/** It passes on the last line of an ffmpeg that it started. */
const FFMPEG = /^ERROR: Postprocessing: (.*)$/;

/**
 * What yt-dlp says of this machine: in its last line, behind a system call's number, or as ffmpeg said it. Names of strangers
 * stand before it, and may have line breaks in them.
 */
export function ownWords(log: string): string {
  const last = (log.trimEnd().split("\n").at(-1) ?? "").replace(FROM_STRANGERS, "");
  return SYSTEM_CALL.exec(last)?.[1] ?? FFMPEG.exec(last)?.[1] ?? "";
}

/** Whether yt-dlp left a stream out because of its size. It goes on with the others, and ends well. */
export function isTooLarge(log: string): boolean {
  return TOO_LARGE.test(log);
}

function linesOf(log: string, mark: string): string[] {
  const lines = log.split("\n").filter((line) => line.startsWith(mark));
  return lines.map((line) => line.replace(URLS, ""));
}

type ProxySight = Pick<GuardedProxy, "isExhausted" | "refusal" | "tooSlow">;

/** The task's failure. What yt-dlp printed stays in `cause`, for the log. */
export function ytDlpFailure(log: string, proxy: ProxySight): AppError {
  const cause = new PrintedFailure(`yt-dlp made no file: ${log}`, ownWords(log));
  if (proxy.isExhausted || isTooLarge(log)) return new AppError("SOURCE_TOO_LARGE", undefined, { cause });
  if (proxy.refusal !== undefined) return unreachable(proxy.refusal.message, { retryable: false, cause });
  if (proxy.tooSlow !== undefined) return unreachable(proxy.tooSlow.message, { retryable: true, cause });
  const errors = linesOf(log, "ERROR:");
  const words = errors.map((line) => line.replace(SUBJECT, "")).join("\n");
  const hasNoVideo = NO_VIDEO.test(words);
  // A list of streams that cannot be fetched is a warning, and then there is no video.
  const said = hasNoVideo ? [...errors, ...linesOf(log, "WARNING:")] : errors;
  const status = Number(/HTTP Error (\d{3})/.exec(said.join("\n"))?.[1]);
  if (status > 0) {
    return unreachable(`The web page's video answered ${status}.`, {
      retryable: isLaterStatus(status),
      cause,
    });
  }
  if (FILTERED.test(log) || hasNoVideo) {
    return new AppError("SOURCE_UNSUPPORTED", "No video that can be downloaded is on the web page.", {
      cause,
    });
  }
  if (NOT_FOR_EVERYBODY.test(words)) {
    return unreachable("The web page does not give its video to everybody.", { retryable: false, cause });
  }
  return unreachable("The web page's video could not be downloaded.", { retryable: true, cause });
}
