// A stranger's file over HTTP into a local one. Bounded in size (announced and counted), silence, slowness and total time.
// Every hop is checked like the first URL, and dialled through the guarded agent.
import { dirname } from "node:path";
import { AppError } from "../../shared/errors.ts";
import type { SOURCE_LIMITS } from "../../shared/limits/sources.ts";
import { createGuardedAgent } from "../../shared/network/guarded-agent.ts";
import { checkPublicUrl, type NetworkPolicy } from "../../shared/network/network-safety.ts";
import type { Resolver } from "../../shared/network/resolve-name.ts";
import { requireRoom } from "../../shared/node-lack.ts";
import { downloadToFile, type LostConnection } from "../downloads/download-to-file.ts";
import { boundDownload } from "./bound-download.ts";
import { SOURCE_FAILURES, unreachable } from "./source-failure.ts";

/** With the most bytes of a source, and what must stay free on the disk, which are settings. */
export type SourceLimits = Readonly<Record<keyof typeof SOURCE_LIMITS | "bytes", number>> & {
  /** Null for the usual share of the disk. */
  readonly diskFloorBytes: number | null;
};

export interface Download {
  readonly url: string;
  /** The file to write; what stands there is overwritten. On failure it may hold a part. */
  readonly path: string;
  readonly policy: NetworkPolicy;
  readonly limits: SourceLimits;
  readonly signal: AbortSignal;
  /** From 0 to 1; called only where the source announces its size. */
  readonly onProgress: (fraction: number) => void;
  readonly resolve?: Resolver | undefined;
}

const WEB_PAGE = /^\s*(text\/html|application\/xhtml\+xml)\b/i;

/**
 * Downloads the URL and returns its size in bytes; stops at its headers and returns undefined where it is a web page.
 * @throws AppError SOURCE_UNREACHABLE, SOURCE_TOO_LARGE, SOURCE_UNSUPPORTED; NodeLack, before it begins where the source
 *   says its size and the disk has not that room; `signal.reason` on abort.
 */
export async function downloadSource(download: Download): Promise<number | undefined> {
  const { url, path, policy, limits, resolve } = download;
  const { connectTimeoutMs, idleTimeoutMs } = limits;
  const bound = boundDownload(download.signal, limits);
  const dispatcher = createGuardedAgent(policy, { connectTimeoutMs, idleTimeoutMs, resolve });
  try {
    const sizeBytes = await downloadToFile({
      url,
      path,
      dispatcher,
      signal: bound.signal,
      maxRedirects: limits.redirects,
      judge: (location, from) => judgeUrl(location, from, policy),
      maxBytes: limits.bytes,
      accepts: ({ status, header }) => status !== 200 || !WEB_PAGE.test(header("content-type") ?? ""),
      checkSize: (totalBytes, receivedBytes) =>
        requireRoom(dirname(path), totalBytes - receivedBytes, limits.diskFloorBytes),
      nextPauseMs: countResumes(limits),
      onBytes: bound.count,
      onProgress: byPercents(download.onProgress),
      failures: SOURCE_FAILURES,
    });
    if (sizeBytes === 0) throw new AppError("SOURCE_UNSUPPORTED", "The source is empty.");
    return sizeBytes;
  } finally {
    bound.release();
    await dispatcher.destroy();
  }
}

/** Judges a source's URL, and where its redirects lead. @throws AppError where it may not be requested */
export function judgeUrl(location: string, from: URL | undefined, policy: NetworkPolicy): URL {
  if (from === undefined) return checkPublicUrl(location, policy);
  if (!URL.canParse(location, from.href))
    throw unreachable("The source redirects to a malformed URL.", { retryable: false });
  try {
    return checkPublicUrl(new URL(location, from).href, policy);
  } catch (error) {
    const reason = error instanceof AppError ? error.message : "";
    const message = `The source redirects to a URL that cannot be followed. ${reason}`.trim();
    throw unreachable(message, { retryable: false, cause: error });
  }
}

/** All resumes of a download count, or a stranger's server could keep a node busy by drops. */
function countResumes(limits: SourceLimits): (lost: LostConnection) => number | undefined {
  let resumes = -1;
  return ({ failure, hasBegun }) => {
    resumes += 1;
    const isBroken = failure.code === "SOURCE_UNREACHABLE" && failure.retryable && hasBegun;
    return isBroken && resumes < limits.resumes ? limits.firstResumePauseMs * 2 ** resumes : undefined;
  };
}

function byPercents(report: (fraction: number) => void) {
  let reportedPercent = -1;
  return (receivedBytes: number, totalBytes: number | undefined): void => {
    if (totalBytes === undefined) return;
    const fraction = Math.min(1, receivedBytes / totalBytes);
    const percent = Math.floor(fraction * 100);
    if (percent !== reportedPercent) report(fraction);
    reportedPercent = percent;
  };
}
