// What a command was called with is wrong or missing: whoever called it hears what, in a line or two, and the exit code
// tells it apart from work that failed.

/** EX_USAGE of sysexits.h. */
export const EXIT_USAGE = 64;

/** `message` names the argument or option, and is shown as it is. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Whether an error is one of the arguments: ours, or that of Node's parseArgs. */
export function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
