// Bundles of models: downloads, files, memory.
import { GIB, HOUR, MIB, MINUTE, SECOND } from "./units.ts";

/** Model bundles: what is downloaded, carried in and read. */
export const MODEL_LIMITS = {
  fileBytes: 16 * GIB,
  /** A settings file of a model, such as config.json. */
  settingsFileBytes: 4 * MIB,
  bundles: 1_000,
  redirects: 5,
  connectTimeoutMs: 10 * SECOND,
  /** No byte for this long ends a connection. */
  idleTimeoutMs: 30 * SECOND,
  pullTimeoutMs: 12 * HOUR,
  /** Connections in a row that brought nothing new; the pause between them doubles each time. */
  fruitlessTries: 5,
  firstRetryPauseMs: SECOND,
  /** A started download of another machine in the same folder is taken over when it stood still for this long. */
  abandonedAfterMs: 10 * MINUTE,
  /** Processes that may install the same model at the very same moment. */
  installRivals: 10,
  /** Left free beside what a download needs. */
  spareDiskBytes: 64 * MIB,
} as const;
