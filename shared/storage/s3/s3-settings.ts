// The settings of a bucket: CLIPMILL_STORAGE=s3://BUCKET[/PREFIX] and CLIPMILL_S3_*, the same for every process.
import {
  type Environment,
  readChoice,
  readHttpUrl,
  readText,
  SettingError,
} from "../../process/environment.ts";
import { isStorageKey } from "../storage-key.ts";

/** Where the keys come from: the settings, a file that is read again when it changes, or the machine itself. */
export type S3Credentials =
  | {
      readonly from: "settings";
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken: string | undefined;
    }
  | { readonly from: "file"; readonly path: string }
  /** What the SDK finds: AWS_* variables, a role of the pod, of the container or of the instance. */
  | { readonly from: "machine" };

export interface S3Settings {
  readonly bucket: string;
  /** Before every key; empty, or ends in `/`. */
  readonly prefix: string;
  /** Without a slash at its end; undefined for AWS's own. */
  readonly endpoint: string | undefined;
  /** Under which clients reach the service, in presigned addresses. */
  readonly publicEndpoint: string | undefined;
  readonly region: string;
  /** Whether the bucket stands in the path of addresses, and not in their host. */
  readonly pathStyle: boolean;
  readonly credentials: S3Credentials;
  /** A file of PEM certificates that are trusted beside the usual ones. */
  readonly caFile: string | undefined;
}

const LOCATION = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s;
const DEFAULT_REGION = "us-east-1";

/** Whether a storage's location names a bucket. */
export function isS3Location(location: string): boolean {
  return location.startsWith("s3:");
}

function readLocation(location: string): { bucket: string; prefix: string } {
  const [, bucket, path = ""] = LOCATION.exec(location) ?? [];
  const prefix = path.replace(/\/+$/, "");
  if (bucket === undefined || (prefix !== "" && !isStorageKey(prefix))) {
    throw new SettingError(
      "CLIPMILL_STORAGE",
      `must name a bucket and perhaps a prefix of letters, digits, dots, hyphens and slashes, such as s3://clipmill or s3://files/clipmill, not "${location}".`,
    );
  }
  return { bucket, prefix: prefix === "" ? "" : `${prefix}/` };
}

function readEndpoint(env: Environment, variable: string): string | undefined {
  const endpoint = readHttpUrl(env, variable);
  if (endpoint === undefined || new URL(endpoint).href === `${endpoint}/`) return endpoint;
  throw new SettingError(variable, `must be an address without a path, such as https://s3.example.com.`);
}

function readCredentials(env: Environment): S3Credentials {
  const path = readText(env, "CLIPMILL_S3_CREDENTIALS_FILE");
  const accessKeyId = readText(env, "CLIPMILL_S3_ACCESS_KEY_ID");
  const secretAccessKey = readText(env, "CLIPMILL_S3_SECRET_ACCESS_KEY");
  const sessionToken = readText(env, "CLIPMILL_S3_SESSION_TOKEN");
  if (path !== undefined) {
    if (accessKeyId === undefined && secretAccessKey === undefined) return { from: "file", path };
    throw new SettingError(
      "CLIPMILL_S3_CREDENTIALS_FILE",
      "cannot be set together with CLIPMILL_S3_ACCESS_KEY_ID or CLIPMILL_S3_SECRET_ACCESS_KEY.",
    );
  }
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { from: "settings", accessKeyId, secretAccessKey, sessionToken };
  }
  if (accessKeyId !== undefined)
    throw new SettingError("CLIPMILL_S3_SECRET_ACCESS_KEY", "must be set with CLIPMILL_S3_ACCESS_KEY_ID.");
  if (secretAccessKey !== undefined)
    throw new SettingError("CLIPMILL_S3_ACCESS_KEY_ID", "must be set with CLIPMILL_S3_SECRET_ACCESS_KEY.");
  return { from: "machine" };
}

/** Reads the settings of the bucket that a location names. @throws SettingError */
export function readS3Settings(env: Environment, location: string): S3Settings {
  const endpoint = readEndpoint(env, "CLIPMILL_S3_ENDPOINT");
  const addressing = readChoice(
    env,
    "CLIPMILL_S3_ADDRESSING",
    ["path", "host"],
    endpoint === undefined ? "host" : "path",
  );
  return {
    ...readLocation(location),
    endpoint,
    publicEndpoint: readEndpoint(env, "CLIPMILL_S3_PUBLIC_ENDPOINT"),
    region: readText(env, "CLIPMILL_S3_REGION") ?? DEFAULT_REGION,
    pathStyle: addressing === "path",
    credentials: readCredentials(env),
    caFile: readText(env, "CLIPMILL_S3_CA_FILE"),
  };
}
