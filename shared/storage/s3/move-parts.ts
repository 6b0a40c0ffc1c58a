// A large object as parts that are moved several at once.
import { S3_LIMITS } from "../../limits/storage.ts";
import { MIB } from "../../limits/units.ts";
import type { PartToStore } from "../part-uploads.ts";

/** Parts of the usual size, or of whole mebibytes where they would be too many for the service. */
export function partSizeOf(sizeBytes: number): number {
  const needed = Math.ceil(sizeBytes / S3_LIMITS.maxParts / MIB) * MIB;
  return Math.max(S3_LIMITS.partBytes, needed);
}

/** Moves all parts, a few at once. The first failure aborts the others and is thrown once they have ended. */
export async function moveParts(
  parts: readonly PartToStore[],
  move: (part: PartToStore, signal: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const stop = signal === undefined ? failed.signal : AbortSignal.any([failed.signal, signal]);
  const waiting = parts.values();
  const mover = async (): Promise<void> => {
    try {
      for (const part of waiting) {
        stop.throwIfAborted();
        await move(part, stop);
      }
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  };
  const movers = Array.from({ length: Math.min(S3_LIMITS.partsAtOnce, parts.length) }, mover);
  await Promise.allSettled(movers);
  if (failed.signal.aborted) throw signal?.aborted ? signal.reason : failed.signal.reason;
}
