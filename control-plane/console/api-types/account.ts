// What the page reads of an account: its keys, its ledger, and whom its tasks told.
import type { LedgerKind, OperatorKeyView } from "./operator-accounts.ts";

export interface ConsoleKeyView extends Omit<OperatorKeyView, "accountId"> {
  /** To the minute; null for a key that was never used. */
  readonly lastUsedAt: string | null;
}

/** As it is shown once. */
export interface NewKeyView extends ConsoleKeyView {
  readonly key: string;
}

export interface LedgerEntryView {
  readonly id: string;
  readonly kind: LedgerKind;
  /** What it changes of the balance: charges are negative. An exact decimal. */
  readonly moods: string;
  readonly taskId: string | null;
  /** Null without one, and for one that is not kept any more. */
  readonly task: { readonly kind: string; readonly name: string | null } | null;
  readonly note: string | null;
  readonly createdAt: string;
}

export interface LedgerPageView {
  readonly entries: readonly LedgerEntryView[];
  /** For `before`, to read on; null at the end of what is not archived. */
  readonly next: string | null;
}

export interface DeliveryView {
  readonly id: string;
  readonly taskId: string;
  readonly taskKind: string;
  readonly taskName: string | null;
  readonly url: string;
  readonly status: "PENDING" | "RETRYING" | "FAILED" | "DELIVERED";
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastAttemptAt: string | null;
  readonly nextRetryAt: string | null;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  readonly createdAt: string;
  /** Whether it can be sent again: its task has ended. */
  readonly canRetry: boolean;
}

export interface DeliveryPageView {
  readonly deliveries: readonly DeliveryView[];
  /** For `before`, to look on among older tasks; null where there are none. */
  readonly next: string | null;
}
