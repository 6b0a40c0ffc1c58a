// Batches calls into common statements: while one statement is under way, all calls that arrive wait for the next. There is no
// timer: a single call is sent at once, and under load waiting calls share a commit and its flush.
//
// If a statement fails, it is split in halves, and these again, until the item that cannot be written stands alone. Halves are
// sent one at a time beside the common statements, so that at most two connections wait for locked rows. Sending a statement for
// each item at once was rejected: one locked row then filled the pool with 64 of them.
import { RUN_BATCH_LIMITS } from "../limits/nodes.ts";
import { isUnavailable } from "./classify-error.ts";
import { isLockRefusal } from "./lock-waits.ts";

interface Waiting<Item, Result> {
  readonly item: Item;
  /** By `performance.now()`: from then on it is not sent again where somebody holds its row. */
  readonly heldUntilMs: number;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns the call for one item. An item that cannot be written, or whose row is locked, neither fails other calls nor delays
 * later ones; it is sent again for some seconds if its row is locked. If the database is away, all calls of a statement fail.
 * @param run the statement; its results stand in the order of its items. It waits for locks, and not for
 * long: see RUN_BATCH_LIMITS
 * @param maxItems of one statement
 */
export function batchCalls<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxItems: number,
): (item: Item) => Promise<Result> {
  type Batch = readonly Waiting<Item, Result>[];
  const waiting: Waiting<Item, Result>[] = [];
  const refused: Batch[] = [];
  let isWorking = false;
  let isRetrying = false;

  const send = async (batch: Batch): Promise<void> => {
    const results = await run(batch.map(({ item }) => item));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  };
  /** What is to be sent again, in which parts. */
  const partsOf = (batch: Batch, error: unknown): Batch[] => {
    if (isUnavailable(error)) return [];
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      return [batch.slice(0, middle), batch.slice(middle)];
    }
    return batch.some(({ heldUntilMs }) => isLockRefusal(error) && performance.now() < heldUntilMs)
      ? [batch]
      : [];
  };
  const sendOrSplit = async (batch: Batch): Promise<void> => {
    await send(batch).catch((error: unknown) => {
      const parts = partsOf(batch, error);
      if (parts.length === 0) for (const { reject } of batch) reject(error);
      refused.push(...parts);
      if (refused.length > 0 && !isRetrying) void retryRefused();
    });
  };
  const retryRefused = async (): Promise<void> => {
    isRetrying = true;
    for (let batch = refused.shift(); batch !== undefined; batch = refused.shift()) await sendOrSplit(batch);
    isRetrying = false;
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) await sendOrSplit(waiting.splice(0, maxItems));
    isWorking = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      const heldUntilMs = performance.now() + RUN_BATCH_LIMITS.heldMs;
      waiting.push({ item, heldUntilMs, resolve, reject });
      if (isWorking) return;
      isWorking = true;
      // What arrives in this same turn of the event loop belongs to the same statement.
      setImmediate(() => void work());
    });
}
