// Settings that are secrets. An environment can be read by every process of the same user for as long as its process
// lives, and children inherit it; so the starter of an appliance sends them through a pipe that ends, and a process
// that was given them in its environment takes them out of what its children get.
import { closeSync, readFileSync } from "node:fs";
import { errorMessage } from "../error-message.ts";
import { type Environment, readInteger, SettingError } from "./environment.ts";

/** Of a storage that is a bucket: both planes need them. */
const STORAGE_SECRETS = ["CLIPMILL_S3_SECRET_ACCESS_KEY", "CLIPMILL_S3_SESSION_TOKEN"] as const;

/** Of the console: the control plane alone needs them. */
const CONSOLE_SECRETS = ["CLIPMILL_ADMIN_PASSWORD", "CLIPMILL_OIDC_CLIENT_SECRET"] as const;

const PRIVATE_SETTINGS = [
  "CLIPMILL_SECRET",
  "CLIPMILL_DATABASE_URL",
  "CLIPMILL_DATABASE_SESSION_URL",
  "CLIPMILL_MEDIA_DATABASE_URL",
  ...STORAGE_SECRETS,
  ...CONSOLE_SECRETS,
] as const;

/**
 * Names the file descriptor from which further settings are read, as one JSON object of texts. npm passes standard input
 * on to the script that it runs, and none of the descriptors above standard error.
 */
export const SETTINGS_FD = "CLIPMILL_SETTINGS_FD";
const STDIN_FD = 0;
/** Nothing is read from what a plane writes to: from a terminal or a socket there it would wait for ever. */
const FIRST_OPEN_FD = 3;
const WANTED = "must name a descriptor with settings as JSON, through npm standard input alone (0)";

/** The same environment without secrets. */
export function withoutPrivateSettings(env: Environment): Environment {
  const kept = Object.entries(env).filter(([name]) => !PRIVATE_SETTINGS.some((setting) => setting === name));
  return Object.fromEntries(kept);
}

function chosen(env: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]]));
}

/** The secrets of the storage that are set. */
export function storageSecretsOf(env: Environment): Environment {
  return chosen(env, STORAGE_SECRETS);
}

/** The secrets of the console that are set. */
export function consoleSecretsOf(env: Environment): Environment {
  return chosen(env, CONSOLE_SECRETS);
}

/** @throws Error that tells nothing of the text: what JSON.parse says quotes it, and it has secrets */
function parseSettings(text: string): object {
  try {
    const settings: unknown = JSON.parse(text);
    if (typeof settings === "object" && settings !== null && !Array.isArray(settings)) return settings;
  } catch {
    // Said below.
  }
  throw new Error("what is read there is no JSON object");
}

function readPassedSettings(fd: number): Environment {
  try {
    const text = readFileSync(fd, "utf8");
    // Without standard input the next file that is opened would be taken for it.
    if (fd !== STDIN_FD) closeSync(fd);
    return Object.fromEntries(
      Object.entries(parseSettings(text)).map(([name, value]) => [name, String(value)]),
    );
  } catch (error) {
    throw new SettingError(SETTINGS_FD, `${WANTED}: ${errorMessage(error)}.`);
  }
}

/**
 * The settings of this process, secrets included, which are then no longer in `env`: call it once, before anything
 * else is started. @throws SettingError
 */
export function takeSettings(env: NodeJS.ProcessEnv): Environment {
  const fd = readInteger(env, SETTINGS_FD, { min: STDIN_FD, max: 1_023 }, undefined);
  if (fd !== undefined && fd !== STDIN_FD && fd < FIRST_OPEN_FD)
    throw new SettingError(SETTINGS_FD, `${WANTED}: a plane writes to ${fd}.`);
  const settings = { ...env, ...(fd === undefined ? {} : readPassedSettings(fd)) };
  for (const name of [...PRIVATE_SETTINGS, SETTINGS_FD]) delete env[name];
  return settings;
}
