// What `npm run admin` does with its arguments, apart from the process that it is.
import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { actAsOperator, type Done } from "../../control-plane/audit/operator-actions.ts";
import { connectDatabase, type Sql } from "../../shared/db/connect.ts";
import { errorMessage } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import { createLogger } from "../../shared/logger.ts";
import { type Environment, SettingError } from "../../shared/process/environment.ts";
import { readDataDir } from "../../shared/process/own-folders.ts";
import { StartError } from "../../shared/process/start-error.ts";
import { EXIT_USAGE, isUsageError } from "../../shared/process/usage-error.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { openStorage } from "../../shared/storage/open-storage.ts";
import { explainDatabaseError } from "../appliance/explain-database-error.ts";
import { findDatabaseUrl } from "../appliance/find-database.ts";
import { findStorage } from "../appliance/find-storage.ts";
import { formatTable } from "../format-table.ts";
import { actByCommand } from "./act-by-command.ts";
import type { Act, AdminCall, AdminCommand } from "./admin-call.ts";
import { ADMIN_COMMANDS } from "./admin-commands.ts";
import { findOperator } from "./find-operator.ts";

const OPTIONS = {
  json: { type: "boolean" },
  help: { type: "boolean" },
  email: { type: "string" },
  approve: { type: "boolean" },
  known: { type: "boolean" },
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
  page: { type: "string" },
  limit: { type: "string" },
  state: { type: "string" },
  search: { type: "string" },
  multiplier: { type: "string" },
  account: { type: "string" },
  action: { type: "string" },
  since: { type: "string" },
  wait: { type: "boolean" },
  timeout: { type: "string" },
  "with-files": { type: "boolean" },
  all: { type: "boolean" },
} as const;

/** Where results and refusals go. */
export type Terminal = Pick<Console, "log" | "error">;

/** The commands that begin with a word; all of them where none does. */
function usage(firstWord?: string): string {
  const beginning = ADMIN_COMMANDS.filter(({ words }) => words[0] === firstWord);
  const commands = beginning.length > 0 ? beginning : ADMIN_COMMANDS;
  return ["Usage: npm run admin -- COMMAND [--json]", ...commands.map(({ usage: line }) => `  ${line}`)].join(
    "\n",
  );
}

/** The one with most words: `queue failed` is another command than `queue`. */
function findCommand(words: readonly string[]): AdminCommand | undefined {
  const named = ADMIN_COMMANDS.filter((command) =>
    command.words.every((word, index) => words[index] === word),
  );
  return named.sort((a, b) => b.words.length - a.words.length)[0];
}

/** Options of every command. */
const COMMON_OPTIONS: readonly string[] = ["json", "help"];

/**
 * What was given that the command does not take, by its usage, in which arguments stand before options. Nobody should
 * believe that it was heeded: `key create ACCOUNT CLIPPING` would make a key with all scopes.
 */
function findSurplus(
  { words, usage: line }: AdminCommand,
  args: readonly string[],
  options: AdminCall["options"],
): string | undefined {
  const takes = line.split(" ").slice(words.length);
  const firstOption = takes.findIndex((part) => /^\[?--/.test(part));
  const surplus = args[firstOption === -1 ? takes.length : firstOption];
  if (surplus !== undefined) return surplus;
  const unknown = Object.keys(options).find(
    (name) => !COMMON_OPTIONS.includes(name) && !new RegExp(`--${name}(?![a-z-])`).test(line),
  );
  return unknown === undefined ? undefined : `--${unknown}`;
}

/**
 * The first argument, or else option, that the usage has without brackets and that was not given: told before a database
 * is looked for.
 */
function findMissing(
  { words, usage: line }: AdminCommand,
  args: readonly string[],
  options: AdminCall["options"],
): string | undefined {
  const takes = line.split(" ").slice(words.length);
  const firstOption = takes.findIndex((part) => /^\[?--/.test(part));
  const required = (firstOption === -1 ? takes : takes.slice(0, firstOption)).filter(
    (part) => !part.startsWith("["),
  );
  const argument = required[args.length];
  const isOptionInstead = argument?.match(/(?<=\|--)[a-z-]+/g)?.some((name) => options[name] !== undefined);
  if (argument !== undefined && isOptionInstead !== true) return argument;
  return takes.find((part) => part.startsWith("--") && options[part.slice(2)] === undefined);
}

/** More than these in a value stand in lines of their own. */
const MAX_ITEMS_IN_LINE = 5;

function formatValue(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.length > MAX_ITEMS_IN_LINE ? value.map((item) => `\n  ${item}`).join("") : value.join(", ");
}

/** Objects as `name: value` lines, lists as a table. */
function formatForPeople(result: unknown): string {
  if (Array.isArray(result)) return formatTable(result as Record<string, unknown>[]);
  const entries = Object.entries(result as Record<string, unknown>);
  return entries.map(([name, value]) => `${name}: ${formatValue(value)}`).join("\n");
}

/** The sign of a negative number while arguments are parsed, which would take it for an option. */
const MINUS = "\u2212";

function restoreMinus<T>(value: T): T | string {
  return typeof value === "string" ? value.replace(MINUS, "-") : value;
}

/** Runs a command that changes something; one that had no line in the log is a fault of ours. */
async function runChange(
  command: Extract<AdminCommand, { change: unknown }>,
  call: AdminCall,
): Promise<unknown> {
  let actions = 0;
  const act: Act = async (work) => {
    const result = await actByCommand(call.sql, findOperator(call.env), command.words.join(" "), work);
    actions += 1;
    return result;
  };
  const result = await command.change(call, act);
  assert.equal(actions, 1, `${command.words.join(" ")} is in the audit log once`);
  return result;
}

/** Writes down what was done to the data folder, where the database can be reached: it may be away just then. */
async function recordFolderChange(
  words: readonly string[],
  done: Done<unknown>,
  { env, note }: Pick<AdminCall, "env" | "note">,
): Promise<void> {
  try {
    const sql = connectDatabase(await findDatabaseUrl(env), {
      applicationName: "clipmill admin",
      connections: 1,
    });
    try {
      await actAsOperator(sql, findOperator(env), words.join(" "), async () => done);
    } finally {
      await sql.end({ timeout: 5 });
    }
  } catch (error) {
    const reason = errorMessage(error);
    note(`This is done, and is not in the audit log, since there is no database now: ${reason}`);
  }
}

async function runCommand(
  command: AdminCommand,
  { env, args, options, note }: Pick<AdminCall, "env" | "args" | "options" | "note">,
): Promise<unknown> {
  if ("changeFolder" in command) {
    const done = await command.changeFolder(readDataDir(env).path);
    await recordFolderChange(command.words, done, { env, note });
    return done.result;
  }
  if ("changeAlone" in command) return command.changeAlone({ env, args, options, note });
  const databaseUrl = await findDatabaseUrl(env);
  const pool = { applicationName: "clipmill admin", connections: 1 };
  const sql = connectDatabase(databaseUrl, pool);
  let patient: Sql | undefined;
  const patientSql = (): Sql => {
    // Of two connections: a backup has one hold what the other copies.
    patient ??= connectDatabase(databaseUrl, { ...pool, connections: 2, replyTimeoutMs: null });
    return patient;
  };
  try {
    const storage = (): Promise<ObjectStorage> =>
      openStorage(findStorage(env), createLogger("admin", "warn"));
    const call = { sql, patientSql, databaseUrl, storage, env, args, options, note };
    return "read" in command ? await command.read(call) : await runChange(command, call);
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl);
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), patient?.end({ timeout: 5 })]);
  }
}

async function printResult(argv: readonly string[], env: Environment, terminal: Terminal): Promise<number> {
  const args = argv.map((arg) => arg.replace(/^-(?=\d)/, MINUS));
  const parsed = parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true });
  const values = Object.fromEntries(
    Object.entries(parsed.values).map(([name, value]) => [name, restoreMinus(value)]),
  );
  const positionals = parsed.positionals.map(restoreMinus);
  const command = findCommand(positionals);
  if (values.help === true) {
    terminal.log(usage(positionals[0]));
    return 0;
  }
  if (command === undefined) {
    if (positionals.length > 0) terminal.error(`There is no command ${positionals.join(" ")}.`);
    terminal.error(usage(positionals[0]));
    return EXIT_USAGE;
  }
  const commandArgs = positionals.slice(command.words.length);
  const surplus = findSurplus(command, commandArgs, values);
  const missing = findMissing(command, commandArgs, values);
  const problem =
    surplus === undefined
      ? missing && `${missing} is missing.`
      : `${command.words.join(" ")} does not take ${surplus}.`;
  if (problem !== undefined) {
    terminal.error(`${problem}\nUsage: npm run admin -- ${command.usage}`);
    return EXIT_USAGE;
  }
  const result = await runCommand(command, {
    env,
    args: commandArgs,
    options: values,
    note: (message) => terminal.error(message),
  });
  terminal.log(values.json === true ? JSON.stringify(result) : formatForPeople(result));
  return 0;
}

/** Runs the command that the arguments name; what it says goes to the terminal. Resolves to the exit code. */
export async function runAdmin(
  argv: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<number> {
  try {
    return await printResult(argv, env, terminal);
  } catch (error) {
    const isUsage = isUsageError(error);
    const isExpected = [AppError, SettingError, StartError].some((kind) => error instanceof kind);
    terminal.error(isUsage || isExpected ? errorMessage(error) : error);
    return isUsage ? EXIT_USAGE : 1;
  }
}
