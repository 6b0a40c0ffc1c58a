// Keeps the sweeps for files going for as long as the control plane runs: one for each kind of files whose time can be
// up, one for files that nothing names, and one for what the storage itself has left over. They have connections of
// their own, so that a backlog of removals takes none from requests.
import type { Registry } from "prom-client";
import type { Sql } from "../../shared/db/connect.ts";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import type { Logger } from "../../shared/logger.ts";
import { type Repetition, repeatEvery } from "../../shared/repeat.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { expiryKinds, type FileRetention } from "../db/expired-files.ts";
import { expireKind, unlessStuck } from "./expire-files.ts";
import { createExpiryMetrics } from "./expiry-metrics.ts";
import { removeOrphans } from "./remove-orphans.ts";

export interface FileSweepsOptions {
  /** Of these sweeps alone. */
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly fileRetention: FileRetention;
}

/** Starts the sweeps. Their stop ends their pool and waits for no removal: what was under way is claimed again later. */
export function startFileSweeps(options: FileSweepsOptions): Repetition {
  const { sql, storage, logger, registry, fileRetention } = options;
  const stopping = new AbortController();
  const services = {
    sql,
    storage,
    logger,
    metrics: createExpiryMetrics(registry),
    stopped: stopping.signal,
  };
  const repeat = (name: string, work: () => Promise<unknown>): Repetition =>
    repeatEvery(STORAGE_LIMITS.expirySweepMs, name, logger, async () => {
      await work();
    });
  const sweeps = [
    ...expiryKinds(fileRetention).map((kind) =>
      repeat(`expiry of files (${kind.name})`, () => expireKind(services, kind)),
    ),
    repeat("search for files that nothing names", () => removeOrphans(services, fileRetention)),
    repeat("removal of temporary files", () => unlessStuck(storage.removeLeftovers(), services.stopped)),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([...sweeps.map((sweep) => sweep.stop()), sql.end({ timeout: 1 })]);
    },
  };
}
