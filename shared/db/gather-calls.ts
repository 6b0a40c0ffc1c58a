// Lets one statement serve many calls: while one is under way, all calls that come wait for the next. There is no timer,
// so that a call that comes alone is sent at once, and under load a commit and its flush are shared by whatever waits.
import { isUnavailable } from "./classify-error.ts";

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns the call for one item. Where the statement for several fails, each is sent by itself, unless the database is
 * away: one that cannot be written, or whose row somebody holds, fails no other.
 * @param run the statement; its results stand in the order of its items. For several it should not wait long for locks
 * @param maxItems of one statement
 */
export function gatherCalls<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxItems: number,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  const send = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    const results = await run(batch.map(({ item }) => item));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  };
  const sendEach = (batch: readonly Waiting<Item, Result>[]): void => {
    for (const one of batch) send([one]).catch(one.reject);
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
      await send(batch).catch((error: unknown) => {
        // Nobody waits for those that are sent again: one that is held up would hold up all that come later.
        if (batch.length > 1 && !isUnavailable(error)) sendEach(batch);
        else for (const { reject } of batch) reject(error);
      });
    }
    isWorking = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isWorking) return;
      isWorking = true;
      // What arrives in this same turn of the event loop belongs to the same statement.
      setImmediate(() => void work());
    });
}
