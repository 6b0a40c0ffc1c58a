// The control plane's settings, in the order in which they are checked. They are read here, and in the readers that are
// called here: nothing else of this plane reads the environment. Every failure names its variable.
import { join } from "node:path";
import { type CaptionPresets, readCaptionPresets } from "../shared/captions/caption-presets.ts";
import { type DatabaseAddresses, readDatabaseAddresses } from "../shared/db/database-addresses.ts";
import { DISPATCH_LIMITS } from "../shared/limits/queue.ts";
import type { RequestBounds } from "../shared/limits/request-bounds.ts";
import { ADMISSION_LIMITS } from "../shared/limits/requests.ts";
import { STORAGE_LIMITS } from "../shared/limits/storage.ts";
import { GIB } from "../shared/limits/units.ts";
import { WEBHOOK_LIMITS } from "../shared/limits/webhooks.ts";
import { type NetworkPolicy, readNetworkPolicy } from "../shared/network/network-safety.ts";
import { readRequestBounds } from "../shared/process/bound-settings.ts";
import {
  type Environment,
  readBounded,
  readHttpUrl,
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
import {
  type RetentionSettings,
  readFileRetention,
  readModelTimes,
  readPeriodRetention,
} from "./retention-settings.ts";
import {
  readCorsOrigins,
  readMetricsAddress,
  readSecrets,
  readTls,
  readTrustedProxies,
  type ServerSettings,
} from "./server-settings.ts";
import type { UploadQuotas } from "./tasks/uploads/announce-upload.ts";
import type { WebhookTimes } from "./worker/deliverer.ts";

export interface ControlPlaneConfig extends DatabaseAddresses, ServerSettings, RetentionSettings {
  readonly storage: StorageSettings;
  /** What stays free of the storage's disk; null for the usual share of it. */
  readonly storageFloorBytes: number | null;
  readonly uploadQuotas: UploadQuotas;
  readonly bounds: RequestBounds;
  /** What this plane writes to. */
  readonly folders: readonly OwnFolder[];
  /** Where it notes what it could not withdraw yet. */
  readonly withdrawalsFolder: string;
  readonly networkPolicy: NetworkPolicy;
  /** Requests per key where neither the key nor its account says otherwise. */
  readonly defaultLimits: { readonly perMinute: number; readonly perDay: number };
  /** Jobs of one account at once, where its own bound is not set. */
  readonly accountRunningJobs: number;
  readonly prices: PriceList;
  readonly webhooks: WebhookTimes;
  readonly captionPresets: CaptionPresets;
  readonly console: ConsoleSettings;
  /** Null where nothing is traced. */
  readonly traces: TraceSettings | null;
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

function readUploadQuotas(env: Environment): UploadQuotas {
  const { uploadQuotaGb, openUploads } = STORAGE_LIMITS;
  const quotaGb = readBounded(env, "CLIPMILL_UPLOAD_QUOTA_GB", uploadQuotaGb);
  return {
    bytes: quotaGb * GIB,
    open: readBounded(env, "CLIPMILL_OPEN_UPLOADS", openUploads),
  };
}

function readPresets(env: Environment): CaptionPresets {
  const variable = "CLIPMILL_CAPTION_PRESETS_DIR";
  return readCaptionPresets(readText(env, variable) ?? null, variable);
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
