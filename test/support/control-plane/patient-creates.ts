// Creates that wait for an account's row for nearly as long as any statement may take: a test that holds the row, and looks
// for who waits before it goes on, may itself have to wait for its machine.
import type { TestContext } from "node:test";
import { CREATE_LIMITS } from "../../../shared/limits/requests.ts";

const LOCK_TIMEOUT_MS = 3_300;

/** For the rest of the test. */
export function patientCreates(t: TestContext): void {
  const limits: { lockTimeoutMs: number } = CREATE_LIMITS;
  t.mock.property(limits, "lockTimeoutMs", LOCK_TIMEOUT_MS);
}
