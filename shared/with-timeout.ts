// A timeout for work that is waited for. PostgreSQL's own statement timeout does not help when the database is what hangs:
// a frozen machine or a cut cable keeps connections open and says nothing.
import { AppError } from "./errors.ts";

/**
 * Settles like `work`, unless that takes longer; what comes too late goes to `discard`, and a late failure is dropped.
 * @throws AppError UNAVAILABLE after `timeoutMs`
 */
export function withTimeout<T>(timeoutMs: number, work: Promise<T>, discard?: (late: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(
        new AppError("UNAVAILABLE", undefined, { cause: new Error(`no answer within ${timeoutMs} ms`) }),
      );
    }, timeoutMs);
    work.then(
      (value) => {
        clearTimeout(timer);
        if (isLate) discard?.(value);
        else resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
