// The settings of the MCP server. Over HTTP each caller brings a key of its own.
import { isAbsolute, resolve } from "node:path";
import {
  type Environment,
  readHttpUrl,
  readList,
  readPort,
  readText,
  SettingError,
} from "../../shared/process/environment.ts";

export interface McpSettings {
  /** Where the control plane is. */
  readonly url: string;
  /** Of standard input and output; over HTTP it is not used. */
  readonly apiKey: string | undefined;
  /** Absolute paths of the folders from which files may be uploaded. */
  readonly folders: readonly string[];
  readonly http: McpHttpSettings;
}

export interface McpHttpSettings {
  readonly host: string;
  readonly port: number;
  /** Names by which the server may be called, beside its own and those of loopback. */
  readonly allowedHosts: readonly string[];
  /** Web pages that may call it. */
  readonly allowedOrigins: readonly string[];
}

const DEFAULT_URL = "http://127.0.0.1:8080";
const DEFAULT_PORT = 8_090;

function readKey(env: Environment): string | undefined {
  const key = readText(env, "CLIPMILL_API_KEY");
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return key;
  // Such as the guide's own, which ends with an ellipsis.
  throw new SettingError("CLIPMILL_API_KEY", "has characters that no key has.");
}

function readFolders(env: Environment): string[] {
  const folders = readList(env, "CLIPMILL_MCP_FOLDERS");
  const relative = folders.find((folder) => !isAbsolute(folder));
  if (relative === undefined) return folders.map((folder) => resolve(folder));
  throw new SettingError("CLIPMILL_MCP_FOLDERS", `must name folders by their whole path, not "${relative}".`);
}

function readOrigins(env: Environment): string[] {
  const origins = readList(env, "CLIPMILL_MCP_ALLOWED_ORIGINS");
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong === undefined) return origins;
  throw new SettingError(
    "CLIPMILL_MCP_ALLOWED_ORIGINS",
    `must list origins such as https://app.example.com, not "${wrong}".`,
  );
}

/** @throws SettingError naming the variable that is wrong */
export function readMcpSettings(env: Environment): McpSettings {
  return {
    url: readHttpUrl(env, "CLIPMILL_URL") ?? DEFAULT_URL,
    apiKey: readKey(env),
    folders: readFolders(env),
    http: {
      host: readText(env, "CLIPMILL_MCP_HOST") ?? "127.0.0.1",
      port: readPort(env, "CLIPMILL_MCP_PORT", DEFAULT_PORT),
      allowedHosts: readList(env, "CLIPMILL_MCP_ALLOWED_HOSTS").map((host) => host.toLowerCase()),
      allowedOrigins: readOrigins(env),
    },
  };
}
