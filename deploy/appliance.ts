// A whole appliance on one machine: PostgreSQL, one control plane, one media node, started in this order, each
// restarted when it dies, and stopped in the reverse order, so that everybody can still write its last words to the
// database. `npm start` and the demo are both thin commands over startAppliance.
import { setTimeout as pause } from "node:timers/promises";
import { ensureMediaLogin } from "../shared/db/media-role.ts";
import type { Environment } from "../shared/environment.ts";
import { EXIT_CONFIG } from "../shared/environment.ts";
import { APPLIANCE_LIMITS } from "../shared/limits.ts";
import { httpUrl, reachableHost } from "../shared/listening-address.ts";
import type { Logger } from "../shared/logger.ts";
import { withoutPrivateSettings } from "../shared/private-settings.ts";
import { removeApplianceFile, writeApplianceFile } from "./appliance-file.ts";
import { type ApplianceSettings, DEFAULT_MEDIA_PORT, readApplianceSettings } from "./appliance-settings.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { findFreePort, isPortFree } from "./free-port.ts";
import { keepMediaPassword, keepSecret } from "./kept-secrets.ts";
import { nodeService } from "./node-service.ts";
import { prepareDataDir } from "./postgres-place.ts";
import { releaseAtExit } from "./release-process.ts";
import { StartError } from "./start-error.ts";
import { type RestartPolicy, type Service, type SupervisedService, superviseService } from "./supervisor.ts";

export interface ApplianceOptions {
  readonly env: Environment;
  readonly logger: Logger;
  /** Gives the start up; what had started is stopped again. */
  readonly signal?: AbortSignal;
  readonly policy?: RestartPolicy;
  /** The planes' commands; others only in tests. */
  readonly entryPoints?: { readonly controlPlane: URL; readonly mediaNode: URL };
}

export interface Appliance {
  /** The console's and the API's address. */
  readonly url: string;
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

const ENTRY_POINTS = {
  controlPlane: new URL("../control-plane/main.ts", import.meta.url),
  mediaNode: new URL("../media-node/main.ts", import.meta.url),
};

function portTaken(variable: string, host: string, port: number): StartError {
  return new StartError(
    `${variable}: port ${port} on ${host} is taken or may not be used; set another one.`,
    {
      exitCode: EXIT_CONFIG,
    },
  );
}

/** Fixed before the first start, so that a restarted plane answers where it did before. */
async function choosePort({ host, port }: ApplianceSettings): Promise<number> {
  if (port === 0) return findFreePort(host);
  if (await isPortFree(host, port)) return port;
  throw portTaken("CLIPMILL_PORT", host, port);
}

async function chooseMediaPort({ host, mediaPort }: ApplianceSettings, logger: Logger): Promise<number> {
  if (mediaPort === 0) return findFreePort(host);
  if (await isPortFree(host, mediaPort ?? DEFAULT_MEDIA_PORT)) return mediaPort ?? DEFAULT_MEDIA_PORT;
  if (mediaPort !== undefined) throw portTaken("CLIPMILL_MEDIA_PORT", host, mediaPort);
  const free = await findFreePort(host);
  logger.warn({ port: free }, `port ${DEFAULT_MEDIA_PORT} is taken: the media node listens on ${free}`);
  return free;
}

function postgresService(dataDir: string, logger: Logger): Service<EmbeddedPostgres> {
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
      });
      port = running.port;
      return running;
    },
  };
}

/** The parts in the order of their start, and how they end together. */
class Parts {
  readonly #parts: SupervisedService[] = [];
  readonly #options: { logger: Logger; signal: AbortSignal; policy?: RestartPolicy };

  constructor(options: ApplianceOptions) {
    const { logger, policy, signal = new AbortController().signal } = options;
    this.#options = { logger, signal, ...(policy === undefined ? {} : { policy }) };
  }

  async start<R extends Awaited<ReturnType<Service["start"]>>>(service: Service<R>): Promise<R> {
    const part = await superviseService(service, this.#options);
    this.#parts.push(part);
    return part.first;
  }

  /** A Ctrl-C reaches the planes as well, which then end by themselves before their turn. */
  expectEnd(): void {
    for (const part of this.#parts) part.expectEnd();
  }

  async #stopInOrder(): Promise<void> {
    for (const part of this.#parts.toReversed()) {
      this.#options.logger.info({ service: part.name }, `stopping the ${part.name}`);
      await part.stop();
    }
  }

  /** Every part's own stop is bounded; should one hang all the same, everything is ended. */
  async stop(): Promise<void> {
    const waiting = new AbortController();
    const late = pause(APPLIANCE_LIMITS.stopTimeoutMs, true, { signal: waiting.signal }).catch(() => false);
    const inOrder = this.#stopInOrder().then(() => false);
    if (await Promise.race([inOrder, late])) {
      this.#options.logger.error("the stop takes too long: what is left is ended");
      this.kill();
    }
    waiting.abort();
  }

  kill(): void {
    for (const part of this.#parts.toReversed()) part.kill();
  }

  /** Resolves with the first part's reason for giving up. */
  get failed(): Promise<StartError> {
    return new Promise((resolve) => {
      for (const part of this.#parts) {
        void part.ended.then((reason) => {
          if (reason !== undefined) resolve(reason);
        });
      }
    });
  }
}

interface Addresses {
  readonly databaseUrl: string;
  readonly url: string;
}

/** The address that the media node gets: of a role that may change neither accounts, keys nor the ledger. */
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

async function startControlPlane(
  parts: Parts,
  settings: ApplianceSettings,
  options: ApplianceOptions,
  { databaseUrl, port }: { readonly databaseUrl: string; readonly port: number },
): Promise<string | undefined> {
  const { dataDir } = settings;
  const { entryPoints = ENTRY_POINTS } = options;
  const secret = settings.secret ?? (await keepSecret(dataDir));
  const running = await parts.start(
    nodeService({
      name: "control plane",
      file: entryPoints.controlPlane,
      env: planeEnvironment(settings, options, port),
      privateSettings: { CLIPMILL_DATABASE_URL: databaseUrl, CLIPMILL_SECRET: secret },
      onExit: releaseAtExit(databaseUrl, options.logger),
    }),
  );
  return running.url;
}

function planeEnvironment(settings: ApplianceSettings, { env }: ApplianceOptions, port: number): Environment {
  return {
    ...withoutPrivateSettings(env),
    CLIPMILL_HOST: settings.host,
    CLIPMILL_DATA_DIR: settings.dataDir,
    CLIPMILL_PORT: String(port),
  };
}

async function startMediaNode(
  parts: Parts,
  settings: ApplianceSettings,
  options: ApplianceOptions,
  databaseUrl: string,
): Promise<void> {
  const { logger, entryPoints = ENTRY_POINTS } = options;
  const mediaUrl = await mediaDatabaseUrl(settings, databaseUrl, logger);
  const port = await chooseMediaPort(settings, logger);
  await parts.start(
    nodeService({
      name: "media node",
      file: entryPoints.mediaNode,
      env: planeEnvironment(settings, options, port),
      privateSettings: { CLIPMILL_DATABASE_URL: mediaUrl },
      onExit: releaseAtExit(databaseUrl, logger),
    }),
  );
}

async function startParts(
  parts: Parts,
  settings: ApplianceSettings,
  options: ApplianceOptions,
): Promise<Addresses> {
  const { dataDir, host } = settings;
  const { logger } = options;
  const port = await choosePort(settings);
  const databaseUrl =
    settings.databaseUrl ?? (await parts.start(postgresService(dataDir, logger))).databaseUrl;
  const url = httpUrl(reachableHost(host), port);
  // Before any plane is ready: whoever sees one ready may ask at once where its database is.
  await writeApplianceFile(dataDir, { pid: process.pid, databaseUrl, url });
  const answersAt = await startControlPlane(parts, settings, options, { databaseUrl, port });
  await startMediaNode(parts, settings, options, databaseUrl);
  return { databaseUrl, url: answersAt ?? url };
}

/**
 * Starts the appliance and resolves once all of it is ready. Rejects, with everything stopped again, with a
 * SettingError or StartError for what the operator can mend, or with the signal's reason.
 */
export async function startAppliance(options: ApplianceOptions): Promise<Appliance> {
  const settings = readApplianceSettings(options.env);
  const { dataDir } = settings;
  await prepareDataDir(dataDir);
  const parts = new Parts(options);
  const stop = async (): Promise<void> => {
    parts.expectEnd();
    await removeApplianceFile(dataDir);
    await parts.stop();
  };
  try {
    const { databaseUrl, url } = await startParts(parts, settings, options);
    const failed = parts.failed.then(async (reason) => {
      await stop();
      return reason;
    });
    return { url, databaseUrl, dataDir, stop, kill: () => parts.kill(), failed };
  } catch (error) {
    await stop();
    throw error;
  }
}
