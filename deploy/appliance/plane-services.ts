// The planes of an appliance as services: where they listen, as whom they run, and what they are given. Secrets are not
// in their environments, and each gets only those that it uses.
import { fileURLToPath } from "node:url";
import { APPLIANCE_LIMITS } from "../../shared/limits/processes.ts";
import type { Logger } from "../../shared/logger.ts";
import { addressProblem, portProblem } from "../../shared/network/listen-error.ts";
import { type Environment, EXIT_CONFIG } from "../../shared/process/environment.ts";
import type { OsUser } from "../../shared/process/os-user.ts";
import { withoutPrivateSettings } from "../../shared/process/private-settings.ts";
import {
  chooseServiceUser,
  findObstacle,
  isRoot,
  reasonToStayRoot,
  USER_SETTING,
} from "../../shared/process/service-user.ts";
import { StartError } from "../../shared/process/start-error.ts";
import { findFreePort, findPortObstacle } from "../processes/free-port.ts";
import { nodeService } from "../processes/node-service.ts";
import type { Service } from "../processes/supervisor.ts";
import { readApplianceFile } from "./appliance-file.ts";
import { type ApplianceSettings, DEFAULT_MEDIA_PORT } from "./appliance-settings.ts";

export interface EntryPoints {
  readonly controlPlane: URL;
  readonly mediaNode: URL;
}

export const ENTRY_POINTS: EntryPoints = {
  controlPlane: new URL("../../control-plane/main.ts", import.meta.url),
  mediaNode: new URL("../../media-node/main.ts", import.meta.url),
};
const PRELOADS: EntryPoints = {
  controlPlane: new URL("../../control-plane/drop-privileges.mjs", import.meta.url),
  mediaNode: new URL("../../media-node/drop-privileges.mjs", import.meta.url),
};
const NAMES = { controlPlane: "control plane", mediaNode: "media node" } as const;

/** Under root: who runs PostgreSQL, and whether the planes become that user as well. */
export interface ServiceUser {
  readonly user: OsUser;
  readonly planesDrop: boolean;
}

/** Undefined where this process is an ordinary user's, as whom everything runs. @throws SettingError */
export async function chooseUser(
  env: Environment,
  dataDir: string,
  { controlPlane, mediaNode }: EntryPoints,
  logger: Logger,
): Promise<ServiceUser | undefined> {
  if (!isRoot()) return undefined;
  const user = await chooseServiceUser(env, dataDir);
  const files = [controlPlane, mediaNode, new URL(import.meta.resolve("tsx"))].map((url) =>
    fileURLToPath(url),
  );
  const reason = reasonToStayRoot(env, findObstacle(user, dataDir, files));
  if (reason !== undefined)
    logger.warn({ reason }, "the planes run as root, and so do the programs that read media");
  else logger.info({ user: user.name }, "the planes and the programs that read media run as");
  return { user, planesDrop: reason === undefined };
}

export interface PlaneServices {
  readonly settings: ApplianceSettings;
  readonly env: Environment;
  readonly logger: Logger;
  readonly entryPoints: EntryPoints;
  readonly serviceUser: ServiceUser | undefined;
}

export interface PlaneStart {
  readonly port: number;
  /** The secrets that it is given, and no others. */
  readonly privateSettings: Environment;
  readonly onExit: Service["onExit"];
}

/** A plane as a service. */
export function planeService(
  { settings, env, entryPoints, serviceUser }: PlaneServices,
  plane: keyof EntryPoints,
  { port, privateSettings, onExit }: PlaneStart,
): Service {
  const drops = serviceUser?.planesDrop === true;
  return nodeService({
    name: NAMES[plane],
    file: entryPoints[plane],
    preload: drops ? PRELOADS[plane] : undefined,
    env: {
      ...withoutPrivateSettings(env),
      CLIPMILL_HOST: settings.host,
      CLIPMILL_DATA_DIR: settings.dataDir,
      CLIPMILL_PORT: String(port),
      ...(drops ? { [USER_SETTING]: serviceUser.user.name } : {}),
    },
    privateSettings,
    onExit,
    stopTimeoutMs: APPLIANCE_LIMITS.childStopTimeoutMs + (plane === "mediaNode" ? settings.drainMs : 0),
  });
}

function portUnusable(variable: string, host: string, port: number, obstacle: string): StartError {
  return new StartError(portProblem(variable, { host, port }, obstacle), { exitCode: EXIT_CONFIG });
}

/** Where the system may choose the port, only the address can be in the way. @throws StartError */
async function checkHost(host: string): Promise<void> {
  const obstacle = await findPortObstacle(host, 0);
  if (obstacle === undefined) return;
  throw new StartError(addressProblem("CLIPMILL_HOST", host, obstacle), { exitCode: EXIT_CONFIG });
}

/** Fixed before the first start, so that a restarted plane answers where it did before. @throws StartError */
export async function choosePort({ host, port, dataDir }: ApplianceSettings): Promise<number> {
  await checkHost(host);
  if (port === 0) return findFreePort(host);
  const obstacle = await findPortObstacle(host, port);
  if (obstacle === undefined) return port;
  const running = await readApplianceFile(dataDir);
  if (running === undefined) throw portUnusable("CLIPMILL_PORT", host, port, obstacle);
  throw new StartError(`An appliance runs on ${dataDir} already (pid ${running.pid}): see ${running.url}.`);
}

/** The media node's port: that of the settings, or else the usual one or a free one. @throws StartError where the setting's is taken */
export async function chooseMediaPort(
  { host, mediaPort }: ApplianceSettings,
  logger: Logger,
): Promise<number> {
  if (mediaPort === 0) return findFreePort(host);
  const obstacle = await findPortObstacle(host, mediaPort ?? DEFAULT_MEDIA_PORT);
  if (obstacle === undefined) return mediaPort ?? DEFAULT_MEDIA_PORT;
  if (mediaPort !== undefined) throw portUnusable("CLIPMILL_MEDIA_PORT", host, mediaPort, obstacle);
  const free = await findFreePort(host);
  logger.warn({ port: free }, `port ${DEFAULT_MEDIA_PORT} is taken: the media node listens on ${free}`);
  return free;
}
