// Bundles of models: downloads, files, memory.
import { DAY, GIB, HOUR, MIB, MINUTE, SECOND } from "./units.ts";

/** Models that media nodes install for operators. */
export const MODEL_INSTALL_LIMITS = {
  /** How far a download is, is written down this often; by the same it hears that nobody wants it any more. */
  reportMs: SECOND,
  /** A node writes down what it has at least this often, even if only the room on its disk has changed. */
  newsMs: MINUTE,
  /** For the disk to say its room. */
  roomTimeoutMs: 3 * SECOND,
  /** Between tries to write down how a download ended. */
  retryMs: 5 * SECOND,
  /** Of why one failed. */
  errorLength: 1_000,
  /** That one request asks for; and that are listed. */
  atOnce: 200,
  listed: 200,
  /** Nodes whose models are shown. */
  nodes: 500,
  /** After that long nobody wants to know any more how one ended. */
  keptDays: 30,
} as const;

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
  /** Of one address of several, as SOURCE_LIMITS.addressTimeoutMs; leaves time for another and for TLS. */
  addressTimeoutMs: 1_500,
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
  /** What was begun and stood still for this long goes: nobody will ask for it again. */
  forgottenAfterMs: 14 * DAY,
  /** Processes that may install the same model at the very same moment. */
  installRivals: 10,
  /** A running node looks for models that came or went. */
  lookIntervalMs: 10 * SECOND,
  /** Left free beside what a download needs. */
  spareDiskBytes: 64 * MIB,
} as const;
