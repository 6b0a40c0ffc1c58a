// The keys with which requests are signed.
import { readFile } from "node:fs/promises";
import type { S3Credentials } from "./s3-settings.ts";

export interface AccessKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

const DEFAULT_PROFILE = "default";

/** The keys of the profile `default` of a file as AWS's tools write it. @throws Error that says what is missing */
function parseCredentialsFile(text: string): AccessKeys {
  const values = new Map<string, string>();
  let profile = DEFAULT_PROFILE;
  for (const line of text.split("\n").map((each) => each.trim())) {
    profile = /^\[\s*(.*?)\s*\]$/.exec(line)?.[1] ?? profile;
    const [, name, value] = /^(\w+)\s*=\s*(\S+)$/.exec(line) ?? [];
    if (profile === DEFAULT_PROFILE && name !== undefined && value !== undefined) values.set(name, value);
  }
  const accessKeyId = values.get("aws_access_key_id");
  const secretAccessKey = values.get("aws_secret_access_key");
  const sessionToken = values.get("aws_session_token");
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error(
      "it has no aws_access_key_id and aws_secret_access_key, each on a line of its own with `=` between name and value",
    );
  }
  return sessionToken === undefined
    ? { accessKeyId, secretAccessKey }
    : { accessKeyId, secretAccessKey, sessionToken };
}

/** What the SDK asks for keys; undefined leaves it to look for them on the machine. */
export function credentialsProvider(credentials: S3Credentials): (() => Promise<AccessKeys>) | undefined {
  if (credentials.from === "machine") return undefined;
  if (credentials.from === "file") {
    return async () => parseCredentialsFile(await readFile(credentials.path, "utf8"));
  }
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const keys =
    sessionToken === undefined
      ? { accessKeyId, secretAccessKey }
      : { accessKeyId, secretAccessKey, sessionToken };
  return () => Promise.resolve(keys);
}
