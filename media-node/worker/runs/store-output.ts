// Where the output of a run goes: a small one into its report, and so into the database; a large one, gzipped, into the
// storage, and its key into the report. The stored JSON has its properties in the order in which PostgreSQL's `jsonb`
// keeps them, so that clients are shown large and small outputs alike, and a control plane can pass a large one on
// without taking it apart. It is written in steps: that of twelve hours has a quarter of a million words, which took the
// event loop seconds in one turn. Rows of any size were rejected: a transcription of hours made every list, copy and
// vacuum of its table carry megabytes.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { AppError } from "../../../shared/errors.ts";
import { OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import { runInTimeSlices } from "../../../shared/process/time-slices.ts";
import { storableJson } from "../../../shared/storable-json.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { outputKey } from "../../../shared/storage/task-keys.ts";
import type { RunSuccess, StoredRunSuccess } from "../../../shared/tasks/task-outcome.ts";

const compress = promisify(gzip);

/** By length in UTF-8, then by bytes: https://www.postgresql.org/docs/18/datatype-json.html does not promise it. */
function compareNames(a: string, b: string): number {
  return Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The names of objects in `jsonb`'s order, by how they were: a transcription's words are all alike. */
class NameOrders {
  readonly #known = new Map<string, readonly string[]>();

  orderOf(object: object): readonly string[] {
    const names = Object.keys(object);
    const asTheyWere = JSON.stringify(names);
    const known = this.#known.get(asTheyWere) ?? names.sort(compareNames);
    this.#known.set(asTheyWere, known);
    return known;
  }
}

/** The same JSON value with the properties of every object in `jsonb`'s order. */
function inJsonbOrder(value: unknown, orders: NameOrders): unknown {
  if (Array.isArray(value)) return value.map((item) => inJsonbOrder(item, orders));
  if (value === null || typeof value !== "object") return value;
  const object = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(orders.orderOf(object).map((name) => [name, inJsonbOrder(object[name], orders)]));
}

/** What stands between the brackets of a list, a step for each of its items. */
function* writeItems(items: readonly unknown[], orders: NameOrders): Generator<string> {
  for (const [index, item] of items.entries()) {
    yield `${index === 0 ? "" : ","}${storableJson(inJsonbOrder(item, orders))}`;
  }
}

/**
 * The pieces of an output's JSON, in their order; each is short where the items of its lists are. Characters that cannot be
 * stored are replaced: see storableJson.
 * @param output of JSON values
 */
export function* writeOutputJson(output: object): Generator<string> {
  const orders = new NameOrders();
  const properties = output as Readonly<Record<string, unknown>>;
  let before = "{";
  for (const name of orders.orderOf(output)) {
    const value = properties[name];
    if (value === undefined) continue;
    yield `${before}${storableJson(name)}:`;
    before = ",";
    if (Array.isArray(value)) {
      yield "[";
      yield* writeItems(value, orders);
      yield "]";
    } else yield storableJson(inJsonbOrder(value, orders));
  }
  yield before === "{" ? "{}" : "}";
}

/** JSON in UTF-8, or undefined where it is larger than any that is kept: the rest of it is not written. */
function* gather(pieces: Iterable<string>): Generator<void, Buffer | undefined> {
  const written: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const part = Buffer.from(piece);
    bytes += part.length;
    if (bytes > OUTPUT_LIMITS.bytes) return undefined;
    written.push(part);
    yield;
  }
  return Buffer.concat(written, bytes);
}

/**
 * What is reported of a run that succeeded; a large output is in the storage by then. A run that is overtaken before
 * its report leaves a file that no task names, which the search for such files removes.
 * @throws AppError INTERNAL, not to be tried again, for an output that is larger than any honest one; the storage's
 * error where it cannot be written
 */
export async function storeOutput(
  storage: ObjectStorage,
  run: { readonly id: string; readonly taskId: string },
  { output, result }: RunSuccess,
): Promise<RunSuccess | StoredRunSuccess> {
  const made = result === undefined ? {} : { result };
  const json = output === null ? Buffer.alloc(0) : await runInTimeSlices(gather(writeOutputJson(output)));
  if (json === undefined) {
    throw new AppError("INTERNAL", "The result is larger than can be kept.", { retryable: false });
  }
  if (json.length <= OUTPUT_LIMITS.rowBytes) return { output, ...made };
  const key = outputKey(run.taskId, run.id);
  await storage.write(key, await compress(json));
  return { outputKey: key, ...made };
}
