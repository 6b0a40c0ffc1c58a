// Which calls may run together: those of one model with the same inputs but for their rows.
import type { QueuedCall } from "./call-queue.ts";
import type { RunRequest } from "./device-messages.ts";

/** Inputs that calls must have in common are compared whole: a flag, a time step. */
const MAX_ALIKE_BYTES = 1_024;

type Signature = Pick<QueuedCall, "signature" | "rows" | "maxRows">;

const ALONE: Signature = { signature: null, rows: 1, maxRows: 1 };

/** Of calls that share no run. */
let aloneCount = 0;

/**
 * What a call may share a run with. One whose inputs do not have the same number of rows, that has more than
 * `maxRows` or takes tensors on the device, runs alone; one that asks to be alone (`isAlone`) gets a
 * signature that no other has, and is padded as others are.
 */
export function callSignature(request: RunRequest): Signature {
  const { model, batching, feeds, kept, keep, lastOnly, fetches, isAlone = false } = request;
  if (batching === null || Object.keys(kept).length > 0) return ALONE;
  const parts: unknown[] = [model, fetches, keep, lastOnly, batching.maxRows];
  if (isAlone) {
    aloneCount += 1;
    parts.push(aloneCount);
  }
  let rows: number | undefined;
  for (const [name, { type, dims, data }] of Object.entries(feeds)) {
    if (batching.alike?.includes(name) === true) {
      if (data.byteLength > MAX_ALIKE_BYTES) return ALONE;
      parts.push([name, type, dims, Buffer.from(data).toString("base64")]);
      continue;
    }
    const [first, ...rest] = dims;
    rows ??= first;
    if (first !== rows) return ALONE;
    parts.push([name, type, rest]);
  }
  if (rows === undefined || rows === 0 || rows > batching.maxRows) return ALONE;
  return { signature: JSON.stringify(parts), rows, maxRows: batching.maxRows };
}
