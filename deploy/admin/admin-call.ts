// What a command of the operator's command line is, and how it reads its arguments and options.
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";

export interface AdminCall {
  readonly sql: Sql;
  /** A connection on which a statement may take as long as it takes, opened when first asked for. */
  readonly patientSql: () => Sql;
  readonly databaseUrl: string;
  /** The planes' storage, opened when first asked for. @throws SettingError where it cannot be found */
  readonly storage: () => ObjectStorage;
  /** What follows the command's words. */
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

interface CommandName {
  readonly words: readonly string[];
  readonly usage: string;
}

/** A command on the database, or one that only needs the data folder and so works while nothing runs. */
export type AdminCommand = CommandName &
  (
    | { readonly run: (call: AdminCall) => Promise<unknown> }
    | { readonly runOnFolder: (dataDir: string) => Promise<unknown> }
  );

export function invalid(message: string): AppError {
  return new AppError("INVALID_REQUEST", message);
}

export function argument({ args }: AdminCall, index: number, name: string): string {
  const value = args[index];
  if (value === undefined) throw invalid(`${name} is missing.`);
  return value;
}

export function text(call: AdminCall, option: string): string | null {
  const value = call.options[option];
  return typeof value === "string" ? value : null;
}

export function list(call: AdminCall, option: string): string[] {
  const items = (text(call, option) ?? "").split(",").map((item) => item.trim());
  return items.filter((item) => item !== "");
}

export function count(call: AdminCall, option: string): number | null {
  const value = text(call, option);
  if (value === null) return null;
  if (!/^[1-9]\d{0,8}$/.test(value))
    throw invalid(`--${option} must be a positive whole number, not "${value}".`);
  return Number(value);
}

export function time(call: AdminCall, option: string): Date | null {
  const value = text(call, option);
  if (value === null) return null;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw invalid(`--${option} must be an ISO 8601 time, not "${value}".`);
  return date;
}
