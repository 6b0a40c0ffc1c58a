// The version of this project, which processes tell with their leases.
import { readFileSync } from "node:fs";

function readVersion(): string {
  const file = new URL("../../package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
  return version;
}

export const VERSION = readVersion();
