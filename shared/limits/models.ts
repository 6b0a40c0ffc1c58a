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
  /** The same for the first request of a pull: whether there is a way to the hub at all is known soon. */
  firstConnectTimeoutMs: 3 * SECOND,
  /** Until the hub answers the first request: a mirror may have to ask for the file itself. */
  firstAnswerTimeoutMs: 10 * SECOND,
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
  /** A running node looks for models that came or went. */
  lookIntervalMs: 10 * SECOND,
  /** Left free beside what a download needs. */
  spareDiskBytes: 64 * MIB,
} as const;
