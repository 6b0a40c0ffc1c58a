// The control plane's settings: the only place of this plane that reads the environment. Every failure names its
// variable.
import { join } from "node:path";
import { type CaptionPresets, readCaptionPresets } from "../shared/captions/caption-presets.ts";
import { type DatabaseAddresses, readDatabaseAddresses } from "../shared/db/database-addresses.ts";
import { AUDIT_LIMITS } from "../shared/limits/admin.ts";
import { PERIOD_LIMITS } from "../shared/limits/database.ts";
import { MODEL_OFFER_LIMITS } from "../shared/limits/nodes.ts";
import { DISPATCH_LIMITS } from "../shared/limits/queue.ts";
import type { RequestBounds } from "../shared/limits/request-bounds.ts";
import { ADMISSION_LIMITS, SECRET_LIMITS, TLS_LIMITS } from "../shared/limits/requests.ts";
import { STORAGE_LIMITS } from "../shared/limits/storage.ts";
import { DAY, GIB, HOUR, MINUTE } from "../shared/limits/units.ts";
import { WEBHOOK_LIMITS } from "../shared/limits/webhooks.ts";
import type { ListenAddress } from "../shared/network/listen-error.ts";
import { type NetworkPolicy, readNetworkPolicy } from "../shared/network/network-safety.ts";
import { type Network, readNetworks } from "../shared/network/networks.ts";
import { readRequestBounds } from "../shared/process/bound-settings.ts";
import {
  type Environment,
  readBounded,
  readChoice,
  readHttpUrl,
  readInteger,
  readList,
  readPort,
  readText,
  SettingError,
} from "../shared/process/environment.ts";
import { type OwnFolder, readDataDir, readOwnFolders } from "../shared/process/own-folders.ts";
import { PRICE_PATTERN } from "../shared/schemas/model.ts";
import { readDiskFloor } from "../shared/storage/disk-floor.ts";
import { readStorageSettings, type StorageSettings } from "../shared/storage/storage-settings.ts";
import { readTraceSettings, type TraceSettings } from "../shared/tracing/trace-settings.ts";
import { type ConsoleSettings, readConsoleSettings } from "./accounts/people/console-settings.ts";
import { DEFAULT_PRICES, type PriceList } from "./billing/price-list.ts";
import type { ModelTimes } from "./catalog/models.ts";
import type { FileRetention } from "./db/expired-files.ts";
import { readCertificate, TLS_VERSIONS, type TlsSettings } from "./http/tls/certificate.ts";
import type { UploadQuotas } from "./tasks/uploads/announce-upload.ts";
import type { WebhookTimes } from "./worker/deliverer.ts";
import type { PeriodRetention } from "./worker/keep-periods.ts";

export interface ControlPlaneConfig extends DatabaseAddresses {
  readonly host: string;
  readonly port: number;
  /** Null where this plane speaks HTTP. */
  readonly tls: TlsSettings | null;
  /** How clients reach this plane; null means by host and port. */
  readonly publicUrl: string | null;
  readonly storage: StorageSettings;
  /** What stays free of the storage's disk; null for the usual share of it. */
  readonly storageFloorBytes: number | null;
  readonly uploadQuotas: UploadQuotas;
  readonly bounds: RequestBounds;
  /** What this plane writes to. */
  readonly folders: readonly OwnFolder[];
  /** Where it notes what it could not withdraw yet. */
  readonly withdrawalsFolder: string;
  /** Each is accepted in links; the first one signs them. */
  readonly secrets: readonly [string, ...string[]];
  /** Web pages that may call the API with keys. */
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly Network[] | null;
  readonly networkPolicy: NetworkPolicy;
  /** Requests per key where neither the key nor its account says otherwise. */
  readonly defaultLimits: { readonly perMinute: number; readonly perDay: number };
  /** Jobs of one account at once, where its own bound is not set. */
  readonly accountRunningJobs: number;
  readonly prices: PriceList;
  readonly webhooks: WebhookTimes;
  readonly captionPresets: CaptionPresets;
  readonly modelTimes: ModelTimes;
  readonly periodRetention: PeriodRetention;
  /** How long files are kept. */
  readonly fileRetention: FileRetention;
  readonly console: ConsoleSettings;
  /** Where the metrics are, apart from the public port; null leaves them there. */
  readonly metrics: ListenAddress | null;
  /** Null where nothing is traced. */
  readonly traces: TraceSettings | null;
}

function readSecrets(env: Environment): readonly [string, ...string[]] {
  const [first, ...others] = (readText(env, "CLIPMILL_SECRET") ?? "").split(/[\s,]+/);
  if (first === undefined || first === "")
    throw new SettingError(
      "CLIPMILL_SECRET",
      `must be set: at least ${SECRET_LIMITS.minLength} random characters without spaces or commas, the same on every control plane.`,
    );
  if ([first, ...others].some((secret) => secret.length < SECRET_LIMITS.minLength))
    throw new SettingError(
      "CLIPMILL_SECRET",
      `must list secrets of at least ${SECRET_LIMITS.minLength} characters each, with commas or spaces between them.`,
    );
  return [first, ...others];
}

function readTls(env: Environment): TlsSettings | null {
  const certFile = readText(env, "CLIPMILL_TLS_CERT_FILE");
  const keyFile = readText(env, "CLIPMILL_TLS_KEY_FILE");
  const passphraseFile = readText(env, "CLIPMILL_TLS_PASSPHRASE_FILE") ?? null;
  const minVersion = readChoice(env, "CLIPMILL_TLS_MIN_VERSION", TLS_VERSIONS, "1.2");
  const hstsSeconds = readBounded(env, "CLIPMILL_TLS_HSTS_SECONDS", TLS_LIMITS.hstsSeconds);
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined)
    throw new SettingError("CLIPMILL_TLS_CERT_FILE", "must be set beside CLIPMILL_TLS_KEY_FILE.");
  if (keyFile === undefined)
    throw new SettingError("CLIPMILL_TLS_KEY_FILE", "must be set beside CLIPMILL_TLS_CERT_FILE.");
  const settings = { certFile, keyFile, passphraseFile, minVersion, hstsSeconds };
  readCertificate(settings);
  return settings;
}

function readTrustedProxies(env: Environment): readonly Network[] | null {
  const proxies = readNetworks(env, "CLIPMILL_TRUSTED_PROXIES");
  return proxies.length === 0 ? null : proxies;
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

function readCorsOrigins(env: Environment): readonly string[] {
  const variable = "CLIPMILL_CORS_ORIGINS";
  const origins = readList(env, variable);
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return origins;
  const problem = `must list origins such as https://app.example.com, without a path and in lower case, not "${wrong}".`;
  throw new SettingError(variable, problem);
}

function readPrice(env: Environment, variable: string, fallback: string): string {
  const price = readText(env, variable) ?? fallback;
  if (PRICE_PATTERN.test(price)) return price;
  throw new SettingError(variable, `must be a number of moods with up to 4 decimals, not "${price}".`);
}

function readWebhookTimes(env: Environment): WebhookTimes {
  const { timeoutMs, retryIntervalMs } = WEBHOOK_LIMITS;
  return {
    timeoutMs: readBounded(env, "CLIPMILL_WEBHOOK_TIMEOUT_MS", timeoutMs),
    retryIntervalMs: readBounded(env, "CLIPMILL_WEBHOOK_RETRY_MS", retryIntervalMs),
  };
}

function readModelTimes(env: Environment): ModelTimes {
  const hours = readBounded(env, "CLIPMILL_MODEL_MEMORY_HOURS", MODEL_OFFER_LIMITS.memoryHours);
  const minutes = readBounded(env, "CLIPMILL_MODEL_WAIT_MINUTES", MODEL_OFFER_LIMITS.waitMinutes);
  return { memoryMs: hours * HOUR, waitMs: minutes * MINUTE };
}

function readUploadQuotas(env: Environment): UploadQuotas {
  const { uploadQuotaGb, openUploads } = STORAGE_LIMITS;
  const quotaGb = readBounded(env, "CLIPMILL_UPLOAD_QUOTA_GB", uploadQuotaGb);
  return {
    bytes: quotaGb * GIB,
    open: readBounded(env, "CLIPMILL_OPEN_UPLOADS", openUploads),
  };
}

function readPeriodRetention(env: Environment): PeriodRetention {
  const { days, tasksKeptDays, usageSecondsKeptDays: seconds } = PERIOD_LIMITS;
  return {
    partitionDays: readBounded(env, "CLIPMILL_PARTITION_DAYS", days),
    tasksKeptDays: readInteger(env, "CLIPMILL_TASKS_KEPT_DAYS", tasksKeptDays, null),
    usageSecondsKeptDays: readBounded(env, "CLIPMILL_USAGE_SECONDS_KEPT_DAYS", seconds),
    auditKeptDays: readInteger(env, "CLIPMILL_AUDIT_KEPT_DAYS", AUDIT_LIMITS.keptDays, null),
  };
}

function readFileRetention(env: Environment): FileRetention {
  const { filesKeptDays: days, workKeptMinutes: minutes } = STORAGE_LIMITS;
  return {
    uploadsMs: readBounded(env, "CLIPMILL_UPLOADS_KEPT_DAYS", days) * DAY,
    resultsMs: readBounded(env, "CLIPMILL_RESULTS_KEPT_DAYS", days) * DAY,
    workMs: readBounded(env, "CLIPMILL_WORK_KEPT_MINUTES", minutes) * MINUTE,
  };
}

function readPresets(env: Environment): CaptionPresets {
  const variable = "CLIPMILL_CAPTION_PRESETS_DIR";
  return readCaptionPresets(readText(env, variable) ?? null, variable);
}

function readMetricsAddress(env: Environment): ControlPlaneConfig["metrics"] {
  if (readText(env, "CLIPMILL_METRICS_PORT") === undefined) return null;
  const own = readText(env, "CLIPMILL_METRICS_HOST");
  return {
    host: own ?? readText(env, "CLIPMILL_HOST") ?? "127.0.0.1",
    port: readPort(env, "CLIPMILL_METRICS_PORT", 0),
    settings: {
      host: own === undefined ? "CLIPMILL_HOST" : "CLIPMILL_METRICS_HOST",
      port: "CLIPMILL_METRICS_PORT",
    },
  };
}

/** Reads and checks the settings. @throws SettingError */
export function readControlPlaneConfig(env: Environment): ControlPlaneConfig {
  const addresses = readDatabaseAddresses(
    env,
    "must be set when the control plane runs alone; npm start brings a database along.",
  );
  return {
    host: readText(env, "CLIPMILL_HOST") ?? "127.0.0.1",
    port: readPort(env, "CLIPMILL_PORT", 8_080),
    tls: readTls(env),
    publicUrl: readHttpUrl(env, "CLIPMILL_PUBLIC_URL") ?? null,
    databaseUrl: addresses.databaseUrl,
    databaseSessionUrl: addresses.databaseSessionUrl,
    storage: readStorageSettings(env),
    folders: readOwnFolders(env, ["CLIPMILL_STORAGE"]),
    withdrawalsFolder: join(readDataDir(env).path, "withdrawals"),
    storageFloorBytes: readDiskFloor(env),
    uploadQuotas: readUploadQuotas(env),
    bounds: readRequestBounds(env),
    secrets: readSecrets(env),
    corsOrigins: readCorsOrigins(env),
    trustedProxies: readTrustedProxies(env),
    networkPolicy: readNetworkPolicy(env),
    defaultLimits: {
      perMinute: readBounded(env, "CLIPMILL_RATE_PER_MINUTE", ADMISSION_LIMITS.perMinute),
      perDay: readBounded(env, "CLIPMILL_RATE_PER_DAY", ADMISSION_LIMITS.perDay),
    },
    accountRunningJobs: readBounded(env, "CLIPMILL_ACCOUNT_RUNNING_JOBS", DISPATCH_LIMITS.runningJobs),
    prices: {
      lite: readPrice(env, "CLIPMILL_PRICE_LITE", DEFAULT_PRICES.lite),
      max: readPrice(env, "CLIPMILL_PRICE_MAX", DEFAULT_PRICES.max),
      video: readPrice(env, "CLIPMILL_PRICE_VIDEO", DEFAULT_PRICES.video),
    },
    webhooks: readWebhookTimes(env),
    captionPresets: readPresets(env),
    modelTimes: readModelTimes(env),
    periodRetention: readPeriodRetention(env),
    fileRetention: readFileRetention(env),
    console: readConsoleSettings(env),
    metrics: readMetricsAddress(env),
    traces: readTraceSettings(env),
  };
}
