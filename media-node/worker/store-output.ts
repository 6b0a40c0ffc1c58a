// Where the output of a run goes: a small one into its report, and so into the database; a large one, gzipped, into the
// storage, and its key into the report. The stored JSON has its properties in the order in which PostgreSQL's `jsonb`
// keeps them, so that clients are shown large and small outputs alike, and a control plane can pass a large one on
// without taking it apart. Rows of any size were rejected: a transcription of hours made every list, copy and vacuum of
// its table carry megabytes.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { AppError } from "../../shared/errors.ts";
import { OUTPUT_LIMITS } from "../../shared/limits/storage.ts";
import { storableJson } from "../../shared/storable-json.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { outputKey } from "../../shared/storage/task-keys.ts";
import type { RunSuccess, StoredRunSuccess } from "../../shared/tasks/task-outcome.ts";

const compress = promisify(gzip);

/** By length in UTF-8, then by bytes: https://www.postgresql.org/docs/18/datatype-json.html does not promise it. */
function compareNames(a: string, b: string): number {
  return Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/**
 * The same JSON value with the properties of every object in `jsonb`'s order.
 * @param orders of names that were put in order before: a transcription has tens of thousands of words, all alike
 */
function inJsonbOrder(value: unknown, orders: Map<string, readonly string[]>): unknown {
  if (Array.isArray(value)) return value.map((item) => inJsonbOrder(item, orders));
  if (value === null || typeof value !== "object") return value;
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(object);
  const known = JSON.stringify(names);
  const ordered = orders.get(known) ?? names.sort(compareNames);
  orders.set(known, ordered);
  return Object.fromEntries(ordered.map((name) => [name, inJsonbOrder(object[name], orders)]));
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
  const json = Buffer.from(JSON.stringify(output));
  if (json.length <= OUTPUT_LIMITS.rowBytes) return { output, ...made };
  if (json.length > OUTPUT_LIMITS.bytes) {
    throw new AppError("INTERNAL", "The result is larger than can be kept.", { retryable: false });
  }
  const key = outputKey(run.taskId, run.id);
  await storage.write(key, await compress(storableJson(inJsonbOrder(output, new Map()))));
  return { outputKey: key, ...made };
}
