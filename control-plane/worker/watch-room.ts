// Looks at the storage's room every few seconds, for /metrics and for readiness, and says when it runs out.
import { Gauge, type Registry } from "prom-client";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import type { Logger } from "../../shared/logger.ts";
import { type Repetition, repeatEvery } from "../../shared/repeat.ts";
import type { StorageRoom } from "../../shared/storage/room.ts";

/** Reads the storage's free space regularly. */
export function watchRoom(room: StorageRoom, registry: Registry, logger: Logger): Repetition {
  const registers = [registry];
  const free = new Gauge({
    name: "clipmill_storage_free_bytes",
    help: "Free space of the storage.",
    registers,
  });
  const total = new Gauge({
    name: "clipmill_storage_total_bytes",
    help: "Size of the storage.",
    registers,
  });
  const low = new Gauge({
    name: "clipmill_storage_low",
    help: "1 while the storage is below its floor or does not answer, and uploads are refused.",
    registers,
  });
  let wasLow = false;
  const look = async (): Promise<void> => {
    let failure: unknown;
    try {
      const { freeBytes, totalBytes } = await room.check();
      free.set(freeBytes);
      total.set(totalBytes);
    } catch (error) {
      failure = error;
    }
    low.set(room.isLow() ? 1 : 0);
    // Told once and not at every look: a storage may be away for hours.
    if (room.isLow() && !wasLow)
      logger.warn({ reason: room.shortage(), err: failure }, "uploads are refused");
    if (!room.isLow() && wasLow) logger.info("uploads are taken again");
    wasLow = room.isLow();
  };
  return repeatEvery(STORAGE_LIMITS.roomCheckMs, "look at the storage's room", logger, look);
}
