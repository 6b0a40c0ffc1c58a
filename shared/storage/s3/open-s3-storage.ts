// Opens a bucket: tries what the storage needs, so that a setting that cannot work is named at once and not by the first
// job. Where the service does not answer, nothing is known to be wrong, and the process starts all the same.
import { createHash, randomUUID } from "node:crypto";
import { errorMessage } from "../../error-message.ts";
import { S3_LIMITS } from "../../limits/storage.ts";
import type { Logger } from "../../logger.ts";
import { SettingError } from "../../process/environment.ts";
import { S3Connection } from "./s3-connection.ts";
import { locationOf, nameOf, statusOf } from "./s3-errors.ts";
import type { S3Settings } from "./s3-settings.ts";
import { S3Storage } from "./s3-storage.ts";

const CLOCK = "RequestTimeTooSkewed";
const WRONG_SECRET = "SignatureDoesNotMatch";
const REFUSED_KEYS = new Set([
  "InvalidAccessKeyId",
  WRONG_SECRET,
  "AccessDenied",
  "ExpiredToken",
  "InvalidToken",
  "Forbidden",
  "403",
]);
const WRONG_REGION = new Set(["AuthorizationHeaderMalformed", "PermanentRedirect", "301"]);
/** Names that a resolver does not know; one that it cannot ask just now has another code. */
const NO_SUCH_HOST = "ENOTFOUND";
const UNTRUSTED = new Set([
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_HAS_EXPIRED",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);
/** What an `https:` address hears from a server without TLS, and the other way round. */
const WRONG_SCHEME = new Set(["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER", "HPE_INVALID_CONSTANT"]);
const SERVER_FAILURE = 500;
const TOO_MANY_REQUESTS = 429;

function keysSetting({ credentials }: S3Settings, error?: unknown): string {
  if (credentials.from === "file") return "CLIPMILL_S3_CREDENTIALS_FILE";
  const isSecret = credentials.from === "settings" && nameOf(error) === WRONG_SECRET;
  return isSecret ? "CLIPMILL_S3_SECRET_ACCESS_KEY" : "CLIPMILL_S3_ACCESS_KEY_ID";
}

/** Where a server that speaks HTTPS alone sends the plain address. */
function leadsToHttps(error: unknown, endpoint: string): boolean {
  return endpoint.startsWith("http:") && locationOf(error)?.startsWith("https:") === true;
}

/** A call that failed, and what it was for. */
interface Refusal {
  readonly error: unknown;
  readonly what: "listing" | "writing" | "removing";
}

/** What is wrong with a setting; undefined where only time can tell. */
function settingErrorOf({ error, what }: Refusal, settings: S3Settings): SettingError | undefined {
  const status = statusOf(error);
  const name = nameOf(error);
  const said = errorMessage(error);
  const { bucket, region } = settings;
  const endpoint = settings.endpoint ?? "AWS";
  if (REFUSED_KEYS.has(name) || status === 403) {
    return new SettingError(
      keysSetting(settings, error),
      `names keys that ${endpoint} refuses for ${what} in the bucket "${bucket}": ${name}.`,
    );
  }
  if (name === "NoSuchBucket" || name === "NotFound") {
    return new SettingError("CLIPMILL_STORAGE", `names a bucket that is not at ${endpoint}: "${bucket}".`);
  }
  if (leadsToHttps(error, endpoint)) {
    return new SettingError("CLIPMILL_S3_ENDPOINT", `is sent on to https, which it must name: ${endpoint}.`);
  }
  if (WRONG_REGION.has(name) || status === 301) {
    return new SettingError(
      "CLIPMILL_S3_REGION",
      `does not name the region of the bucket "${bucket}": "${region}".`,
    );
  }
  if (UNTRUSTED.has(name)) {
    return new SettingError(
      "CLIPMILL_S3_CA_FILE",
      `must name the certificate of the authority that ${endpoint} has its own from: ${said}.`,
    );
  }
  if (WRONG_SCHEME.has(name)) {
    return new SettingError("CLIPMILL_S3_ENDPOINT", `has the wrong one of http and https: ${endpoint}.`);
  }
  const isAnswer = status !== undefined && status < SERVER_FAILURE && status !== TOO_MANY_REQUESTS;
  if (!isAnswer) return undefined;
  return new SettingError("CLIPMILL_S3_ENDPOINT", `does not answer as S3 does at ${endpoint}: ${said}.`);
}

async function getKeys(connection: S3Connection): Promise<void> {
  try {
    await connection.refreshKeys();
  } catch (error) {
    if (error instanceof SettingError) throw error;
    const said = errorMessage(error);
    const { credentials } = connection.settings;
    const problem =
      credentials.from === "file"
        ? `names a file without keys, ${credentials.path}: ${said}.`
        : `or CLIPMILL_S3_CREDENTIALS_FILE must be set, since this machine has no keys of its own: ${said}`;
    throw new SettingError(keysSetting(connection.settings), problem);
  }
}

const OTHER_CONTENT = createHash("md5").update("what is not sent").digest("base64");
/** What a write with the wrong sum is answered, once its keys have been found to be allowed to write. */
const WRONG_SUM = new Set(["BadDigest", "InvalidDigest"]);

/** Tries what the storage needs, and leaves nothing behind. @returns what failed, if anything */
async function tryOut(connection: S3Connection): Promise<Refusal | undefined> {
  const { bucket, prefix } = connection.settings;
  const probe = { Bucket: bucket, Key: `${prefix}probes/${randomUUID()}` };
  const list = (): Promise<unknown> =>
    connection.callAsItIs((client, abortSignal) =>
      client.listObjectsV2({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }, { abortSignal }),
    );
  const steps = [
    ["listing", list],
    [
      "writing",
      () =>
        connection
          .callAsItIs((client, abortSignal) =>
            client.putObject({ ...probe, Body: "A probe.", ContentMD5: OTHER_CONTENT }, { abortSignal }),
          )
          .catch((error: unknown) => (WRONG_SUM.has(nameOf(error)) ? undefined : Promise.reject(error))),
    ],
    [
      "removing",
      () => connection.callAsItIs((client, abortSignal) => client.deleteObject(probe, { abortSignal })),
    ],
  ] as const;
  for (const [what, step] of steps) {
    try {
      // Once the SDK has read the service's time from a refusal, it signs by it.
      await step().catch((error: unknown) => (nameOf(error) === CLOCK ? step() : Promise.reject(error)));
    } catch (error) {
      return { error, what };
    }
  }
  return undefined;
}

function tellOfClock(connection: S3Connection, logger: Logger): void {
  const offsetMs = connection.clockOffsetMs();
  if (Math.abs(offsetMs) < S3_LIMITS.clockSkewMs) return;
  logger.warn(
    { offsetMs },
    "this machine's clock is not the storage's: requests are signed by the storage's, but links may end early; set the clock",
  );
}

/**
 * Opens it.
 * @param idleTimeoutMs as of OpenStorageOptions
 * @throws SettingError where a setting is wrong
 */
export async function openS3Storage(
  settings: S3Settings,
  logger: Logger,
  idleTimeoutMs?: number,
): Promise<S3Storage> {
  const connection = new S3Connection(settings);
  await getKeys(connection);
  const refusal = await tryOut(connection);
  if (refusal === undefined) tellOfClock(connection, logger);
  else {
    const wrong = settingErrorOf(refusal, settings);
    if (wrong !== undefined) throw wrong;
    const { error } = refusal;
    const isUnknown = nameOf(error) === NO_SUCH_HOST;
    const host = `the host of the storage's address is not known, or not yet: ${settings.endpoint ?? "AWS"}`;
    logger.warn({ err: error }, isUnknown ? host : "the storage does not answer yet");
  }
  const refresh = (): void => {
    connection
      .refreshKeys()
      .catch((error: unknown) => logger.error({ err: error }, "the storage's keys cannot be read"));
  };
  // What signs links cannot wait for a file to be read.
  setInterval(refresh, S3_LIMITS.credentialsKeptMs).unref();
  return new S3Storage(connection, idleTimeoutMs);
}
