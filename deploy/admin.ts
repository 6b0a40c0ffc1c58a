// `npm run admin -- …`: the operator's command line. It needs only the database's address, from CLIPMILL_DATABASE_URL or
// from the appliance that runs on this data folder; commands that read or bring files need the storage, too.
import "../shared/process/check-node.ts";
import { parseArgs } from "node:util";
import { connectDatabase, type Sql } from "../shared/db/connect.ts";
import { AppError } from "../shared/errors.ts";
import { SettingError } from "../shared/process/environment.ts";
import { readDataDir } from "../shared/process/own-folders.ts";
import type { ObjectStorage } from "../shared/storage/object-storage.ts";
import { openStorage } from "../shared/storage/open-storage.ts";
import type { AdminCall, AdminCommand } from "./admin/admin-call.ts";
import { ADMIN_COMMANDS } from "./admin/admin-commands.ts";
import { findDatabaseUrl } from "./appliance/find-database.ts";
import { findStorage } from "./appliance/find-storage.ts";
import { formatTable } from "./format-table.ts";

const OPTIONS = {
  json: { type: "boolean" },
  help: { type: "boolean" },
  email: { type: "string" },
  approve: { type: "boolean" },
  grant: { type: "string" },
  note: { type: "string" },
  scopes: { type: "string" },
  ips: { type: "string" },
  expires: { type: "string" },
  "per-minute": { type: "string" },
  "per-day": { type: "string" },
  out: { type: "string" },
  name: { type: "string" },
  before: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  weight: { type: "string" },
  running: { type: "string" },
} as const;

const EXIT_USAGE = 64;

function usage(): string {
  return [
    "Usage: npm run admin -- COMMAND [--json]",
    ...ADMIN_COMMANDS.map(({ usage: line }) => `  ${line}`),
  ].join("\n");
}

function findCommand(words: readonly string[]): AdminCommand | undefined {
  return ADMIN_COMMANDS.find((command) => command.words.every((word, index) => words[index] === word));
}

/** Objects as `name: value` lines, lists as a table. */
function formatForPeople(result: unknown): string {
  if (Array.isArray(result)) return formatTable(result as Record<string, unknown>[]);
  const entries = Object.entries(result as Record<string, unknown>);
  return entries
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : value}`)
    .join("\n");
}

/** The sign of a negative number while arguments are parsed, which would take it for an option. */
const MINUS = "\u2212";

async function runCommand(
  command: AdminCommand,
  args: readonly string[],
  options: AdminCall["options"],
): Promise<unknown> {
  if ("runOnFolder" in command) return command.runOnFolder(readDataDir(process.env).path);
  const databaseUrl = await findDatabaseUrl(process.env);
  const pool = { applicationName: "clipmill admin", connections: 1 };
  const sql = connectDatabase(databaseUrl, pool);
  let patient: Sql | undefined;
  const patientSql = (): Sql => {
    patient ??= connectDatabase(databaseUrl, { ...pool, replyTimeoutMs: null });
    return patient;
  };
  try {
    const storage = (): ObjectStorage => openStorage(findStorage(process.env));
    return await command.run({ sql, patientSql, databaseUrl, storage, args, options });
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), patient?.end({ timeout: 5 })]);
  }
}

async function main(): Promise<number> {
  const args = process.argv.slice(2).map((arg) => arg.replace(/^-(?=\d)/, MINUS));
  const parsed = parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true });
  const { values } = parsed;
  const positionals = parsed.positionals.map((arg) => arg.replace(MINUS, "-"));
  const command = findCommand(positionals);
  if (command === undefined || values.help === true) {
    console.error(usage());
    return values.help === true ? 0 : EXIT_USAGE;
  }
  const result = await runCommand(command, positionals.slice(command.words.length), values);
  console.log(values.json === true ? JSON.stringify(result) : formatForPeople(result));
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  const isUsage =
    error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  const isExpected = error instanceof AppError || error instanceof SettingError || isUsage;
  console.error(isExpected ? error.message : error);
  return isUsage ? EXIT_USAGE : 1;
});
