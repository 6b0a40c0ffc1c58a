// Failures of the file system that are no fault of a request, and what they mean to whoever sent it.
import { errorCode } from "../error-message.ts";
import { AppError } from "../errors.ts";
import { isFileTooLarge, isOutOfSpace } from "./free-space.ts";

/** What this machine lacks or what its disk refuses: the same call may succeed later. */
const LACK_CODES: ReadonlySet<string | undefined> = new Set([
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "EIO",
  "EROFS",
  "ESTALE",
]);

/**
 * Turns "the disk is full" into INSUFFICIENT_STORAGE, other lacks of ours into UNAVAILABLE, what no disk of ours takes into
 * BODY_TOO_LARGE, and leaves the rest.
 */
export function classifyStorageError(error: unknown): unknown {
  if (isOutOfSpace(error)) return new AppError("INSUFFICIENT_STORAGE", undefined, { cause: error });
  if (isFileTooLarge(error)) {
    return new AppError("BODY_TOO_LARGE", "The file is larger than the storage may hold.", { cause: error });
  }
  if (LACK_CODES.has(errorCode(error))) return new AppError("UNAVAILABLE", undefined, { cause: error });
  return error;
}
