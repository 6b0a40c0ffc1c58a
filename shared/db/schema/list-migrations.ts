// The migrations that this version of Clipmill brings. Two versions run side by side during an upgrade, so that a
// migration only adds by rule: code that knows nothing of it goes on. Its head, the comment lines before its first
// statement, may say otherwise:
//   -- needs: 12        only code that knows migration 12 may run once this one is applied
//   -- no transaction   its statements run one by one, beside requests: indexes that are built concurrently
// Settings in a file beside each migration were rejected: what it says of itself is part of what is hashed.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
  /** The migration that code must know to run beside this one; 0 where this one only adds. */
  readonly needs: number;
  /** Whether it is applied whole, before anything is served; otherwise its statements are run one by one, later. */
  readonly inTransaction: boolean;
}

const FOLDER = fileURLToPath(new URL("../migrations/", import.meta.url));
const FILE_NAME = /^\d{4}-.*\.sql$/;

function readHead(text: string): string[] {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => line.trim() !== "" && !line.startsWith("--"));
  return lines.slice(0, end === -1 ? lines.length : end);
}

function readNeeds(name: string, version: number, head: readonly string[]): number {
  const line = head.find((candidate) => /^--\s*needs\b/.test(candidate));
  if (line === undefined) return 0;
  const needs = Number(/^-- needs: (\d+)$/.exec(line)?.[1]);
  if (needs >= 1 && needs <= version) return needs;
  throw new Error(
    `Migration ${name}: "${line}" must be "-- needs: N" with the number of a migration up to this one.`,
  );
}

/** A migration from its file's name and text. @throws Error where its head cannot be understood */
export function readMigration(name: string, text: string): Migration {
  const version = Number(name.slice(0, 4));
  const head = readHead(text);
  return {
    version,
    name,
    text,
    sha256: createHash("sha256").update(text).digest("hex"),
    needs: readNeeds(name, version, head),
    inTransaction: !head.includes("-- no transaction"),
  };
}

/** The migrations of this version, in order. */
export function listMigrations(): Migration[] {
  const names = readdirSync(FOLDER).filter((name) => FILE_NAME.test(name));
  return names.sort().map((name) => readMigration(name, readFileSync(FOLDER + name, "utf8")));
}
