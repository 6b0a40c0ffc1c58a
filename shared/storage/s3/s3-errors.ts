// What a failed call of an S3-compatible service means. Names of errors differ between services, so that the HTTP status
// decides where a name is not known. Whatever is no fault of the key that was asked for counts as the storage being
// away: refused credentials and a bucket that is gone, too, since nothing is then known to be missing.
import { AppError } from "../../errors.ts";
import { StorageUnavailable } from "../storage-unavailable.ts";

interface ServiceError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
  readonly Code?: string;
  readonly code?: string;
}

const OUT_OF_QUOTA = new Set(["QuotaExceeded", "XMinioStorageFull", "StorageFull"]);
const HTTP = {
  notFound: 404,
  conflict: 409,
  preconditionFailed: 412,
  rangeNotSatisfiable: 416,
  notImplemented: 501,
  full: 507,
};

/** The name that the service, or the system, gave an error. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { Code, code, name } = error as ServiceError;
  return Code ?? code ?? name;
}

/** The HTTP status of an answer; undefined where there was none. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error ? (error as ServiceError).$metadata?.httpStatusCode : undefined;
}

/**
 * The header `location` of an answer that sends its reader on, as S3 does to another region; undefined in
 * others.
 */
export function locationOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as ServiceError).$response?.headers?.location : undefined;
}

/** Whether a write was refused because the key names something already, or is being written just now. */
export function isTaken(error: unknown): boolean {
  const status = statusOf(error);
  return status === HTTP.preconditionFailed || status === HTTP.conflict;
}

/** Whether a service does not know a condition that was asked for. */
export function isNotImplemented(error: unknown): boolean {
  return statusOf(error) === HTTP.notImplemented;
}

/** Whether an object has changed since its tag was read. */
export function hasChanged(error: unknown): boolean {
  return statusOf(error) === HTTP.preconditionFailed;
}

/** A quota of the bucket reads like one of a disk, so that whoever writes treats it alike. */
function outOfQuota(cause: unknown): Error {
  return Object.assign(new Error("The bucket's quota is used up.", { cause }), { code: "EDQUOT" });
}

/** The error to throw in place of the SDK's. @returns the error itself where it is not of a call */
export function classifyS3Error(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const status = statusOf(error);
  const name = nameOf(error);
  if (OUT_OF_QUOTA.has(name) || status === HTTP.full) return outOfQuota(error);
  if (name === "NoSuchBucket") return new StorageUnavailable({ cause: error });
  if (status === HTTP.notFound) return new AppError("NOT_FOUND", undefined, { cause: error });
  if (status === HTTP.rangeNotSatisfiable) {
    return new AppError("RANGE_NOT_SATISFIABLE", undefined, { cause: error });
  }
  // A mistake of ours is neither an answer of the service nor a failure of the network.
  if (status === undefined && error instanceof TypeError && !("code" in error)) return error;
  return new StorageUnavailable({ cause: error });
}
