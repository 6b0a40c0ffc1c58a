// What a webhook's receiver did at the last attempt, in words.

/** @param error why nothing was answered, where nothing was */
export function answerOf(statusCode: number | null, error: string | null): string {
  return statusCode === null ? (error ?? "–") : `Answered ${statusCode}`;
}
