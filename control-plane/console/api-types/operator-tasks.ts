// What operators are told of one task, whosever it is: in the console, and by `task show`.

/** A run: one try of a media node. */
export interface OperatorRunView {
  readonly id: string;
  /** The node's id. */
  readonly node: string;
  /** The node's machine; null where its lease is gone. */
  readonly host: string | null;
  readonly state: string;
  readonly stage: string;
  readonly percent: number;
  /** What it did last, or why it ended. */
  readonly message: string | null;
  /** What the node lacked, where the run ended for want of it. */
  readonly lack: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

/** GET /console/api/operator/tasks/:taskId: what became of it, and nothing of what it was made of or has made. */
export interface OperatorTaskView {
  readonly id: string;
  readonly accountId: string;
  /** Of the account's owner. */
  readonly accountEmail: string;
  readonly kind: string;
  /** What its owner knows it by; null where it has none. */
  readonly name: string | null;
  readonly model: string | null;
  readonly state: string;
  /** A code of the API; null where nothing is wrong. */
  readonly error: string | null;
  /** What its owner reads of the error. */
  readonly message: string | null;
  readonly chargedMoods: number;
  readonly refundedMoods: number;
  readonly createdAt: string;
  readonly completedAt: string | null;
  /** The first one first. */
  readonly runs: readonly OperatorRunView[];
}
