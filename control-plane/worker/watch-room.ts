// Looks at the storage's room every few seconds, for /metrics and for readiness, and says when it runs out.
import { Gauge, type Registry } from "prom-client";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import type { Logger } from "../../shared/logger.ts";
import { type Repetition, repeatEvery } from "../../shared/repeat.ts";
import type { StorageRoom } from "../../shared/storage/room.ts";

export function watchRoom(room: StorageRoom, registry: Registry, logger: Logger): Repetition {
  const registers = [registry];
  const free = new Gauge({
    name: "clipmill_storage_free_bytes",
    help: "What can still be written to the storage.",
    registers,
  });
  const total = new Gauge({
    name: "clipmill_storage_total_bytes",
    help: "How large the storage is.",
    registers,
  });
  const low = new Gauge({
    name: "clipmill_storage_low",
    help: "1 while the storage is below its floor or does not answer, and uploads are refused.",
    registers,
  });
  let wasLow = false;
  const look = async (): Promise<void> => {
    try {
      const { freeBytes, totalBytes } = await room.check();
      free.set(freeBytes);
      total.set(totalBytes);
    } finally {
      low.set(room.isLow() ? 1 : 0);
      if (room.isLow() && !wasLow) logger.warn("the storage has too little room: uploads are refused");
      if (!room.isLow() && wasLow) logger.info("the storage has room again: uploads are taken");
      wasLow = room.isLow();
    }
  };
  return repeatEvery(STORAGE_LIMITS.roomCheckMs, "look at the storage's room", logger, look);
}
