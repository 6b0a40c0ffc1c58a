// Creates that wait for an account's row for as long as a test holds it: the test looks for who waits before it goes on, and
// may itself have to wait for its machine.
import type { TestContext } from "node:test";
import { DATABASE_LIMITS } from "../../../shared/limits/database.ts";
import { CREATE_LIMITS } from "../../../shared/limits/requests.ts";

/** Longer than a machine stands still, and shorter than the runner lets a test be. */
const PATIENCE_MS = 300_000;

/**
 * For the rest of the test. Call it first: connections keep the bounds under which they were opened. Requests are answered in
 * their own time all the same.
 */
export function patientCreates(t: TestContext): void {
  const creates: { lockTimeoutMs: number } = CREATE_LIMITS;
  t.mock.property(creates, "lockTimeoutMs", PATIENCE_MS);
  const database: Record<"statementTimeoutMs" | "replyTimeoutMs" | "idleTransactionMs", number> =
    DATABASE_LIMITS;
  for (const name of ["statementTimeoutMs", "replyTimeoutMs", "idleTransactionMs"] as const)
    t.mock.property(database, name, PATIENCE_MS);
}
