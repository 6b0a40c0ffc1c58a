// What the page of a task says of its charge where it ends early. A task that fails gets its charge back, and so does one
// that is cancelled before its first run; one that is cancelled later keeps it. So a promise is made by whether a run has
// begun, and afterwards what really came back is told.
import { paidMoodsOf, type Task } from "./task-types.ts";

/** What a cancel would do, for whom it is asked. */
export function cancelText({ status }: Pick<Task, "status">): string {
  return status === "queued"
    ? "It has not begun: it ends as failed, and what was charged for it comes back."
    : "It stops where it is and ends as failed. Work on it has begun: what was charged for it does not come back.";
}

function chargeText(billing: Task["billing"]): string | undefined {
  if (billing.refunded_moods > 0) return "What was charged came back.";
  return paidMoodsOf({ billing }) > 0 ? "What was charged stays charged." : undefined;
}

/** What a task that failed cost in the end, and whether the same request may be sent again. */
export function failureText({ error, billing }: Pick<Task, "error" | "billing">): string {
  const another =
    error?.retryable === true
      ? "The same request may succeed if you send it again."
      : "Sending the same request again would end the same way.";
  // Whoever cancelled a task knows why it ended.
  const texts = [error?.code === "CANCELLED" ? undefined : another, chargeText(billing)];
  return texts.filter((text) => text !== undefined).join(" ");
}
