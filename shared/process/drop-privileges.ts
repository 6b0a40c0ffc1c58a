// What a plane does first of all when it is started as root. It is imported before everything else (`node --import`):
// what is loaded after it, tsx and its compiler included, then runs as the service's user already.
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { EXIT_CONFIG, SettingError } from "./environment.ts";
import { type FolderSetting, readDataDir, readOwnFolders } from "./own-folders.ts";
import {
  chooseServiceUser,
  dropTo,
  findObstacle,
  handOver,
  isRoot,
  reasonToStayRoot,
} from "./service-user.ts";

async function drop(folders: readonly FolderSetting[]): Promise<void> {
  const { env } = process;
  const dataDir = readDataDir(env).path;
  const user = await chooseServiceUser(env, dataDir);
  const reason = reasonToStayRoot(env, findObstacle(user, dataDir, [fileURLToPath(import.meta.url)]));
  if (reason === undefined) {
    // The data folder as well, where these folders lie elsewhere: the plane keeps notes or models in it.
    handOver([readDataDir(env), ...readOwnFolders(env, folders)], user);
    dropTo(user, dataDir);
  } else
    process.stderr.write(`This process stays root, and so do the programs that read media: ${reason}.\n`);
}

/**
 * Makes a process of root's the service user's for good, with its data folder and those of these settings; ends it where
 * that fails.
 */
export async function dropPrivileges(folders: readonly FolderSetting[]): Promise<void> {
  if (!isMainThread || !isRoot()) return;
  try {
    await drop(folders);
  } catch (error) {
    process.stderr.write(`${error instanceof SettingError ? error.message : String(error)}\n`);
    process.exit(error instanceof SettingError ? EXIT_CONFIG : 1);
  }
}
