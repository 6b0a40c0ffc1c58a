// The settings that the starter of a whole appliance needs itself; all others pass through to the planes, which read
// and check them. This is the only reader of the environment in deploy/.
import { readMediaNodeConfig } from "../../media-node/config.ts";
import { readDatabaseUrl } from "../../shared/db/database-addresses.ts";
import { DRAIN_LIMITS } from "../../shared/limits/nodes.ts";
import {
  type Environment,
  readBounded,
  readPort,
  readText,
  SettingError,
} from "../../shared/process/environment.ts";
import { readDataDir } from "../../shared/process/own-folders.ts";

export interface ApplianceSettings {
  readonly host: string;
  readonly port: number;
  /** What the control plane will speak. */
  readonly scheme: "http" | "https";
  /** Undefined: 8081, or a free one where that is taken. */
  readonly mediaPort: number | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Past the pooler that databaseUrl leads through; undefined where it is direct. */
  readonly databaseSessionUrl: string | undefined;
  /** Undefined: a role is made for the media node where that is allowed. */
  readonly mediaDatabaseUrl: string | undefined;
  /** Undefined: one is made and kept in the data folder. */
  readonly secret: string | undefined;
  /** How long the media node may take to end its runs at a stop, beyond the usual time. */
  readonly drainMs: number;
}

export const DEFAULT_MEDIA_PORT = 8081;

/** Stands for the address that the media node is told once its database runs. */
const ADDRESS_TO_COME = "postgres://localhost/clipmill";

/**
 * Has the media node's settings checked, which starts last: a misspelt one would end the start only when the database and
 * the control plane are up. The control plane reads its own as the first thing behind the database.
 * @throws SettingError
 */
export function checkMediaSettings(env: Environment): void {
  const { CLIPMILL_DATABASE_SESSION_URL: _passedOn, ...others } = env;
  readMediaNodeConfig({ ...others, CLIPMILL_DATABASE_URL: ADDRESS_TO_COME });
}

/** Reads them; throws a SettingError that names the variable. */
export function readApplianceSettings(env: Environment): ApplianceSettings {
  const { drainS } = DRAIN_LIMITS;
  const databaseUrl = readDatabaseUrl(env, "CLIPMILL_DATABASE_URL");
  const databaseSessionUrl = readDatabaseUrl(env, "CLIPMILL_DATABASE_SESSION_URL");
  if (databaseSessionUrl !== undefined && databaseUrl === undefined)
    throw new SettingError(
      "CLIPMILL_DATABASE_SESSION_URL",
      "is the direct address beside a CLIPMILL_DATABASE_URL that leads through a pooler; set that, too.",
    );
  return {
    host: readText(env, "CLIPMILL_HOST") ?? "127.0.0.1",
    port: readPort(env, "CLIPMILL_PORT", 8080),
    scheme: readText(env, "CLIPMILL_TLS_CERT_FILE") === undefined ? "http" : "https",
    mediaPort: readPort(env, "CLIPMILL_MEDIA_PORT", undefined),
    dataDir: readDataDir(env).path,
    databaseUrl,
    databaseSessionUrl,
    mediaDatabaseUrl: readDatabaseUrl(env, "CLIPMILL_MEDIA_DATABASE_URL"),
    secret: readText(env, "CLIPMILL_SECRET"),
    drainMs: readBounded(env, "CLIPMILL_DRAIN_SECONDS", drainS) * 1_000,
  };
}
