// What was thrown, as text: anything may be, and only errors have a message.

/** An error's message; of anything else its text. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
