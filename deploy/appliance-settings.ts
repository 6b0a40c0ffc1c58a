// The settings that the starter of a whole appliance needs itself; all others pass through to the planes, which read
// and check them. This is the only reader of the environment in deploy/.
import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, readPort, readText } from "../shared/environment.ts";
import { readDataDir } from "../shared/own-folders.ts";

export interface ApplianceSettings {
  readonly host: string;
  readonly port: number;
  /** Undefined: 8081, or a free one where that is taken. */
  readonly mediaPort: number | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Undefined: one is made and kept in the data folder. */
  readonly secret: string | undefined;
}

export const DEFAULT_MEDIA_PORT = 8081;

/** Reads them; throws a SettingError that names the variable. */
export function readApplianceSettings(env: Environment): ApplianceSettings {
  return {
    host: readText(env, "CLIPMILL_HOST") ?? "127.0.0.1",
    port: readPort(env, "CLIPMILL_PORT", 8080),
    mediaPort: readPort(env, "CLIPMILL_MEDIA_PORT", undefined),
    dataDir: readDataDir(env).path,
    databaseUrl: readText(env, "CLIPMILL_DATABASE_URL"),
    secret: readText(env, "CLIPMILL_SECRET"),
  };
}

/** The secret kept in the data folder, made on first use. Two first starts at once get the same one. */
export async function keepSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "secret");
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, "utf8")).trim();
}
