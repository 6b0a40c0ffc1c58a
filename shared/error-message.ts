// What was thrown, as text: anything may be, and only errors have a message, or a code.

/** An error's message; of anything else its text. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** An error's code, such as the system's ENOENT, a driver's, or an AppError's; undefined without one, or of one that is a number. */
export function errorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string"
    ? thrown.code
    : undefined;
}

/** For `catch`: a file that is not there, or not any more, is undefined, and every other failure stays one. */
export function undefinedIfGone(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
