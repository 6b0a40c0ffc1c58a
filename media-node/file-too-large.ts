// A file that may not grow further, because of its disk or of the bound of a program's files. It depends on the source, so
// it is a failure of its task and counted as one; another node may have a disk that takes it.
import { AppError } from "../shared/errors.ts";

/** The task's failure. */
export function fileTooLarge(cause: unknown): AppError {
  const message = "A file of this work is larger than the appliance may write.";
  return new AppError("INTERNAL", message, { retryable: true, cause });
}
