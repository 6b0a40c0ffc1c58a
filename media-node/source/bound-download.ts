// How long a stranger's server may keep a download going: in all, and by how little it sends. Neither end is one that is
// resumed here: a later run may find the server better.
import { KIB, SECOND } from "../../shared/limits/units.ts";
import { TransferRate } from "../../shared/network/transfer-rate.ts";
import { unreachable } from "./source-failure.ts";

/** Of one download: how long it may take, and how little may come in a window. */
export interface DownloadBounds {
  readonly downloadTimeoutMs: number;
  readonly rateWindowMs: number;
  readonly minWindowBytes: number;
}

export interface BoundDownload {
  /** Fires with the caller's, or with an AppError SOURCE_UNREACHABLE that says which bound was met. */
  readonly signal: AbortSignal;
  /** To be called with what has come. */
  readonly count: (bytes: number) => void;
  readonly release: () => void;
}

/** What is said of a source that sends too little. */
export function tooSlow({ rateWindowMs, minWindowBytes }: Omit<DownloadBounds, "downloadTimeoutMs">) {
  const rule = `less than ${minWindowBytes / KIB} KiB in ${rateWindowMs / SECOND} s`;
  return unreachable(`The source sends too slowly: ${rule}.`, { retryable: true });
}

/** Call `release` when the download is over. */
export function boundDownload(signal: AbortSignal, bounds: DownloadBounds): BoundDownload {
  const bound = new AbortController();
  const overdue = unreachable("The download took too long.", { retryable: true });
  const timer = setTimeout(() => bound.abort(overdue), bounds.downloadTimeoutMs);
  const rate = new TransferRate({ windowMs: bounds.rateWindowMs, bytes: bounds.minWindowBytes });
  return {
    signal: AbortSignal.any([signal, bound.signal]),
    count: (bytes) => {
      if (rate.isTooSlowWith(bytes)) bound.abort(tooSlow(bounds));
    },
    release: () => clearTimeout(timer),
  };
}
