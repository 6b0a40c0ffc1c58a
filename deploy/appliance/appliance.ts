// A whole appliance on one machine: PostgreSQL, one control plane, one media node, started in this order, each
// restarted when it dies, and stopped in the reverse order, so that everybody can still write its last words to the
// database. `npm start` and the demo are both thin commands over startAppliance.
import { ensureMediaLogin } from "../../shared/db/schema/media-role.ts";
import type { Logger } from "../../shared/logger.ts";
import { httpUrl, reachableHost } from "../../shared/network/listening-address.ts";
import type { Environment } from "../../shared/process/environment.ts";
import type { OsUser } from "../../shared/process/os-user.ts";
import { consoleSecretsOf, storageSecretsOf } from "../../shared/process/private-settings.ts";
import { StartError } from "../../shared/process/start-error.ts";
import { isOutOfSpace } from "../../shared/storage/free-space.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { prepareDataDir } from "../postgres/postgres-place.ts";
import type { RestartPolicy, Service } from "../processes/supervisor.ts";
import { removeApplianceFile, writeApplianceFile } from "./appliance-file.ts";
import { Parts } from "./appliance-parts.ts";
import { type ApplianceSettings, checkMediaSettings, readApplianceSettings } from "./appliance-settings.ts";
import { keepMediaPassword, keepSecret } from "./kept-secrets.ts";
import {
  chooseMediaPort,
  choosePort,
  chooseUser,
  ENTRY_POINTS,
  type EntryPoints,
  type PlaneServices,
  planeService,
} from "./plane-services.ts";
import { releaseAtExit } from "./release-process.ts";

export interface ApplianceOptions {
  readonly env: Environment;
  readonly logger: Logger;
  /** Gives the start up; what had started is stopped again. */
  readonly signal?: AbortSignal;
  readonly policy?: RestartPolicy;
  /** The planes' commands; others only in tests. */
  readonly entryPoints?: EntryPoints;
}

export interface Appliance {
  /** The console's and the API's address. */
  readonly url: string;
  /** Past any pooler. */
  readonly databaseUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Media node, control plane, PostgreSQL: each ends before the next is asked to. */
  stop(): Promise<void>;
  /** Ends everything at once. */
  kill(): void;
  /** Resolves when the appliance has ended by itself, because a part cannot go on. Never after stop(). */
  readonly failed: Promise<StartError>;
}

function postgresService(
  dataDir: string,
  user: OsUser | undefined,
  logger: Logger,
): Service<EmbeddedPostgres> {
  let port: number | undefined;
  return {
    name: "PostgreSQL",
    start: async (signal) => {
      // Restarted on its first port: the planes' connection strings stay valid.
      const running = await startEmbeddedPostgres({
        dataDir,
        logger,
        signal,
        ...(port === undefined ? {} : { port }),
        ...(user === undefined ? {} : { user }),
      });
      port = running.port;
      return running;
    },
  };
}

interface Addresses {
  /** Past any pooler. */
  readonly databaseUrl: string;
  readonly url: string;
}

/**
 * The address that the media node gets: of a role that may change neither accounts, keys nor the ledger. It is a direct
 * one, because a pooler would have to be told of the role that is made here.
 */
async function mediaDatabaseUrl(
  { dataDir, mediaDatabaseUrl: given }: ApplianceSettings,
  databaseUrl: string,
  logger: Logger,
): Promise<string> {
  if (given !== undefined) return given;
  const own = await ensureMediaLogin(databaseUrl, await keepMediaPassword(dataDir));
  if (own !== undefined) return own;
  logger.warn(
    "the database's user may not make roles, so that the media node gets all its rights: set CLIPMILL_MEDIA_DATABASE_URL",
  );
  return databaseUrl;
}

async function startPlanes(
  parts: Parts,
  planes: PlaneServices,
  { databaseUrl, port }: { readonly databaseUrl: string; readonly port: number },
): Promise<string | undefined> {
  const { settings, logger } = planes;
  const onExit = releaseAtExit(databaseUrl, logger);
  const { databaseSessionUrl: sessionUrl } = settings;
  const storageSecrets = storageSecretsOf(planes.env);
  const secret = settings.secret ?? (await keepSecret(settings.dataDir));
  const controlPlane = await parts.start(
    planeService(planes, "controlPlane", {
      port,
      privateSettings: {
        ...storageSecrets,
        ...consoleSecretsOf(planes.env),
        CLIPMILL_DATABASE_URL: settings.databaseUrl ?? databaseUrl,
        ...(sessionUrl === undefined ? {} : { CLIPMILL_DATABASE_SESSION_URL: sessionUrl }),
        CLIPMILL_SECRET: secret,
      },
      onExit,
    }),
  );
  const mediaUrl = await mediaDatabaseUrl(settings, databaseUrl, logger);
  await parts.start(
    planeService(planes, "mediaNode", {
      port: await chooseMediaPort(settings, logger),
      privateSettings: { ...storageSecrets, CLIPMILL_DATABASE_URL: mediaUrl },
      onExit,
    }),
  );
  return controlPlane.url;
}

async function startParts(parts: Parts, planes: PlaneServices): Promise<Addresses> {
  const { settings, logger, serviceUser } = planes;
  const { dataDir, host, scheme } = settings;
  const port = await choosePort(settings);
  const databaseUrl =
    settings.databaseSessionUrl ??
    settings.databaseUrl ??
    (await parts.start(postgresService(dataDir, serviceUser?.user, logger))).databaseUrl;
  const url = httpUrl(reachableHost(host), port, scheme);
  // Before any plane is ready: whoever sees one ready may ask at once where its database is.
  await writeApplianceFile(dataDir, { databaseUrl, url });
  return { databaseUrl, url: (await startPlanes(parts, planes, { databaseUrl, port })) ?? url };
}

/** What is written at a start is small, and its error names no file. */
function fullDisk(dataDir: string, cause: unknown): StartError {
  return new StartError(`The disk of the data folder ${dataDir} is full: make room on it, and start again.`, {
    cause,
  });
}

/**
 * Starts the appliance and resolves once all of it is ready. Rejects, with everything stopped again, with a
 * SettingError or StartError for what the operator can mend, or with the signal's reason.
 */
export async function startAppliance(options: ApplianceOptions): Promise<Appliance> {
  const settings = readApplianceSettings(options.env);
  const { dataDir } = settings;
  const { env, logger, entryPoints = ENTRY_POINTS } = options;
  checkMediaSettings(env);
  const serviceUser = await chooseUser(env, dataDir, entryPoints, logger);
  prepareDataDir(dataDir, serviceUser?.user);
  const parts = new Parts({ ...options, extraStopMs: settings.drainMs });
  const stop = async (): Promise<void> => {
    parts.expectEnd();
    await removeApplianceFile(dataDir).catch((error: unknown) =>
      logger.warn({ err: error }, "the file that tells where the appliance is was not removed"),
    );
    await parts.stop();
  };
  try {
    const { databaseUrl, url } = await startParts(parts, { settings, env, logger, entryPoints, serviceUser });
    const failed = parts.failed.then(async (reason) => {
      await stop();
      return reason;
    });
    return { url, databaseUrl, dataDir, stop, kill: () => parts.kill(), failed };
  } catch (error) {
    await stop();
    throw isOutOfSpace(error) ? fullDisk(dataDir, error) : error;
  }
}
