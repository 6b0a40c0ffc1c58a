// What `npm run admin` does with its arguments, apart from the process that it is.
import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { actAsOperator, type Done } from "../../control-plane/audit/operator-actions.ts";
import { connectDatabase, type Sql } from "../../shared/db/connect.ts";
import { errorMessage } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import { ADMIN_LIMITS } from "../../shared/limits/admin.ts";
import { createLogger } from "../../shared/logger.ts";
import { plainLines } from "../../shared/plain-line.ts";
import { type Environment, SettingError } from "../../shared/process/environment.ts";
import { readDataDir } from "../../shared/process/own-folders.ts";
import { StartError } from "../../shared/process/start-error.ts";
import { EXIT_USAGE, isUsageError } from "../../shared/process/usage-error.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { openStorage } from "../../shared/storage/open-storage.ts";
import { explainDatabaseError } from "../appliance/explain-database-error.ts";
import { findDatabaseUrl } from "../appliance/find-database.ts";
import { findStorage } from "../appliance/find-storage.ts";
import { actByCommand } from "./act-by-command.ts";
import type { Act, AdminCall, AdminCommand } from "./admin-call.ts";
import { ADMIN_COMMANDS } from "./admin-commands.ts";
import { findCommand, nameOf, optionTypes, usageProblem, wordsOf } from "./command-usage.ts";
import { findOperator } from "./find-operator.ts";
import { formatAsJson, formatForPeople } from "./format-result.ts";

const OPTIONS = optionTypes(ADMIN_COMMANDS);

/** Where results and refusals go. */
export type Terminal = Pick<Console, "log" | "error">;

/** The commands that begin with a word; all of them where none does. */
function usage(firstWord?: string): string {
  const beginning = ADMIN_COMMANDS.filter((command) => wordsOf(command)[0] === firstWord);
  const commands = beginning.length > 0 ? beginning : ADMIN_COMMANDS;
  return ["Usage: npm run admin -- COMMAND [--json]", ...commands.map(({ usage: line }) => `  ${line}`)].join(
    "\n",
  );
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
  const name = nameOf(command);
  let actions = 0;
  const act: Act = async (work) => {
    const result = await actByCommand(call.sql, findOperator(call.env), name, work);
    actions += 1;
    return result;
  };
  const result = await command.change(call, act);
  assert.equal(actions, 1, `${name} is in the audit log once`);
  return result;
}

/** Writes down what was done to the data folder, where the database can be reached: it may be away just then. */
async function recordFolderChange(
  action: string,
  done: Done<unknown>,
  { env, note }: Pick<AdminCall, "env" | "note">,
): Promise<void> {
  try {
    const sql = connectDatabase(await findDatabaseUrl(env), {
      applicationName: "clipmill admin",
      connections: 1,
    });
    try {
      await actAsOperator(sql, findOperator(env), action, async () => done);
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
    await recordFolderChange(nameOf(command), done, { env, note });
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
      openStorage(findStorage(env), createLogger("admin", "warn"), {
        idleTimeoutMs: ADMIN_LIMITS.storeIdleTimeoutMs,
      });
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
  const command = findCommand(ADMIN_COMMANDS, positionals);
  if (values.help === true) {
    terminal.log(usage(positionals[0]));
    return 0;
  }
  if (command === undefined) {
    if (positionals.length > 0) terminal.error(`There is no command ${positionals.join(" ")}.`);
    terminal.error(usage(positionals[0]));
    return EXIT_USAGE;
  }
  const commandArgs = positionals.slice(wordsOf(command).length);
  const problem = usageProblem(command, commandArgs, values);
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
  terminal.log(values.json === true ? formatAsJson(result) : formatForPeople(result));
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
    terminal.error(isUsage || isExpected ? plainLines(errorMessage(error)) : error);
    return isUsage ? EXIT_USAGE : 1;
  }
}
