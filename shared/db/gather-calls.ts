// Lets one statement serve many calls: while one is under way, all calls that come wait for the next. There is no timer,
// so that a call that comes alone is sent at once, and under load a commit and its flush are shared by whatever waits.
//
// Where a statement fails, its halves are sent, and their halves, until what cannot be written stands alone. These are
// sent one at a time beside the common statements: whatever rows are held, two connections at most are waiting for them.
// A statement of its own for each at once was rejected: one held row then filled the pool with 64 of them.
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
 * Returns the call for one item. One that cannot be written, or whose row somebody holds, fails no other and holds up
 * none that comes later. A call whose row is held is sent again for some seconds. Where the database is away, all that were
 * sent together are told.
 * @param run the statement; its results stand in the order of its items. It waits for locks, and not for
 * long: see RUN_BATCH_LIMITS
 * @param maxItems of one statement
 */
export function gatherCalls<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxItems: number,
): (item: Item) => Promise<Result> {
  type Batch = readonly Waiting<Item, Result>[];
  const waiting: Waiting<Item, Result>[] = [];
  const refused: Batch[] = [];
  let isWorking = false;
  let isMending = false;

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
      if (refused.length > 0 && !isMending) void mend();
    });
  };
  const mend = async (): Promise<void> => {
    isMending = true;
    for (let batch = refused.shift(); batch !== undefined; batch = refused.shift()) await sendOrSplit(batch);
    isMending = false;
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
