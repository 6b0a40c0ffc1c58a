// Calls of a device as one run of a model, and what each gets of what that run gave.
import { callSignature } from "./call-signature.ts";
import type { BatchWork, DeviceWork, ThreadFailure, ThreadResult } from "./device.worker.ts";
import type { RunRequest } from "./device-messages.ts";
import { joinCalls, paddedRows, type RawTensors, rowsOf } from "./raw-tensors.ts";

/** A run says how it may be batched; everything else is work as it is. */
export type CallWork = RunRequest | (Exclude<DeviceWork, BatchWork> & { readonly id?: number });
export type CallAnswer = (Omit<ThreadResult, "kept"> & { readonly kept?: KeptOutputs }) | ThreadFailure;
type KeptOutputs = NonNullable<ThreadResult["kept"]>[number];

/** What of a call makes the run that it is part of. */
interface BatchedCall {
  readonly work: CallWork;
  readonly signature: string | null;
  readonly rows: number;
}

export interface Batch {
  readonly work: DeviceWork;
  /** Of the calls, without padding. */
  readonly rows: number;
  readonly padding: number;
}

function isRun(work: CallWork | undefined): work is RunRequest {
  return work?.type === "run";
}

/**
 * With what a call may run, as the queue asks it: calls of one signature share a run up to `maxRows`; null
 * runs alone.
 */
export function fitOf(work: CallWork): ReturnType<typeof callSignature> {
  return isRun(work) ? callSignature(work) : { signature: null, rows: 1, maxRows: 1 };
}

/** The numbers of the kept tensors that a call takes: it must go to the process that holds them. */
export function takenBy(work: CallWork): readonly number[] {
  if (isRun(work)) return Object.values(work.kept);
  return work.type === "gather" ? work.kept : [];
}

/** The numbers of the tensors that a call has left on the device; none for a failed one. */
export function leftBy(answer: CallAnswer): number[] {
  if (!answer.ok) return [];
  return [...Object.values(answer.kept ?? {}), ...(answer.gathered ?? [])].map(({ kept }) => kept);
}

/**
 * One run for these calls, whose signatures are the same (a null one comes alone); rows go in the calls'
 * order.
 * @param isPadded to a shape that the device has seen
 */
export function batchOf(calls: readonly BatchedCall[], isPadded: boolean): Batch {
  const [call] = calls;
  const first = call?.work as CallWork;
  const rows = calls.reduce((sum, each) => sum + each.rows, 0);
  if (!isRun(first)) return { work: first, rows, padding: 0 };
  const { model, kept, fetches, keep, lastOnly, batching } = first;
  const run = { type: "run", model, kept, fetches, keep, lastOnly } as const;
  if (call?.signature === null || batching === null) {
    // What one call alone keeps is kept as it is, whatever its first axis means.
    return { work: { ...run, feeds: first.feeds, rows: null, parts: [], alike: [] }, rows, padding: 0 };
  }
  const { alike = [] } = batching;
  const padTo = isPadded ? paddedRows(rows, batching.maxRows) : rows;
  const runs = calls.map(({ work }) => (work as RunRequest).feeds);
  return {
    work: {
      ...run,
      feeds: joinCalls(runs, { alike, padTo }),
      rows: padTo,
      parts: calls.map((each) => each.rows),
      alike,
    },
    rows,
    padding: padTo - rows,
  };
}

/**
 * The call with its inputs, whose memory went to the device's thread and came back with a failure, so that it
 * can be run again.
 */
export function withFeeds(work: CallWork, feeds: RawTensors | undefined): CallWork {
  return isRun(work) && feeds !== undefined ? { ...work, feeds } : work;
}

/** Each call's own share of what was made for all. @param isWhole whether the run had no other rows than one call's */
export function answersOf(
  calls: readonly BatchedCall[],
  answer: ThreadResult | ThreadFailure,
  isWhole: boolean,
): CallAnswer[] {
  if (!answer.ok) {
    const { feeds: _, ...failure } = answer;
    return calls.map(() => failure);
  }
  const { outputs, kept, ...rest } = answer;
  if (outputs === undefined) return calls.map(() => rest);
  let from = 0;
  return calls.map(({ signature, rows }, index) => {
    const to = from + rows;
    const own = signature === null || isWhole ? outputs : rowsOf(outputs, from, to, []);
    from = to;
    return { ...rest, outputs: own, kept: kept?.[index] ?? {} };
  });
}
