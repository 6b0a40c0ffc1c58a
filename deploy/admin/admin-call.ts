// What a command of the operator's command line is, and how it reads its arguments and options. A command either reads,
// or changes something through `act`, which writes its line in the audit log with it: there is no third way.
import type { Done, OperatorWork } from "../../control-plane/audit/operator-actions.ts";
import type { Sql } from "../../shared/db/connect.ts";
import { readIsoTime } from "../../shared/iso-time.ts";
import { ADMIN_LIMITS } from "../../shared/limits/admin.ts";
import type { Pagination } from "../../shared/pagination.ts";
import type { Environment } from "../../shared/process/environment.ts";
import { UsageError } from "../../shared/process/usage-error.ts";
import type { OpenStorage } from "../../shared/storage/object-storage.ts";
import type { GivenOptions, HasUsage } from "./command-usage.ts";

export interface AdminCall {
  readonly sql: Sql;
  /** A connection on which a statement may take as long as it takes, opened when first asked for. */
  readonly patientSql: () => Sql;
  readonly databaseUrl: string;
  /** The planes' storage, opened when first asked for. @throws SettingError where it cannot be found */
  readonly storage: OpenStorage;
  readonly env: Environment;
  /** What follows the command's name. */
  readonly args: readonly string[];
  readonly options: GivenOptions;
  /** Says something beside the result, where scripts do not read it. */
  readonly note: (message: string) => void;
}

/** What a command gets that opens no database before it. */
export type AloneCall = Pick<AdminCall, "env" | "args" | "options" | "note">;

/** Does a change in one transaction with its line in the audit log. A command that changes something calls it once. */
export type Act = <T>(work: OperatorWork<T>) => Promise<T>;

/** A command on the database, or one that only needs the data folder and so works while nothing runs. */
export type AdminCommand = HasUsage &
  (
    | { readonly read: (call: AdminCall) => Promise<unknown> }
    | { readonly change: (call: AdminCall, act: Act) => Promise<unknown> }
    /** Finds or starts its database itself, and writes its line there. */
    | { readonly changeAlone: (call: AloneCall) => Promise<unknown> }
    | { readonly changeFolder: (dataDir: string) => Promise<Done<unknown>> }
  );

/** An argument or option that is missing or cannot be meant. */
export function invalid(message: string): UsageError {
  return new UsageError(message);
}

/** A positional argument. @throws UsageError where it is missing */
export function argument({ args }: AdminCall, index: number, name: string): string {
  const value = args[index];
  if (value === undefined) throw invalid(`${name} is missing.`);
  return value;
}

/** An option that has a text; null where it is missing. */
export function text(call: Pick<AdminCall, "options">, option: string): string | null {
  const value = call.options[option];
  return typeof value === "string" ? value : null;
}

/** The parts of a list with commas between, each once. */
export function list(call: AdminCall, option: string): string[] {
  const items = (text(call, option) ?? "").split(",").map((item) => item.trim());
  return [...new Set(items)].filter((item) => item !== "");
}

function wholeNumber(call: AdminCall, option: string, wanted: string): number | null {
  const value = text(call, option);
  if (value === null) return null;
  if (!/^[1-9]\d*$/.test(value)) throw invalid(`--${option} must be ${wanted}, not "${value}".`);
  if (Number(value) > ADMIN_LIMITS.count)
    throw invalid(`--${option} must be at most ${ADMIN_LIMITS.count}, not "${value}".`);
  return Number(value);
}

/** An option that is a positive whole number; null where it is missing. @throws UsageError */
export function count(call: AdminCall, option: string): number | null {
  return wholeNumber(call, option, "a positive whole number");
}

/** An option that is a time; null where it is missing. @throws UsageError */
export function time(call: AdminCall, option: string): Date | null {
  const value = text(call, option);
  if (value === null) return null;
  const date = readIsoTime(value);
  if (date === null) throw invalid(`--${option} must be an ISO 8601 time, not "${value}".`);
  return date;
}

/** A positive whole number, null for "default", undefined where the option is not given. */
export function countOrDefault(call: AdminCall, option: string): number | null | undefined {
  if (text(call, option) === "default") return null;
  return wholeNumber(call, option, '"default" or a positive whole number') ?? undefined;
}

/** Which page of a list the options ask for. @throws UsageError */
export function pageOf(call: AdminCall): { readonly page: number; readonly limit: number } {
  const { max, default: usual } = ADMIN_LIMITS.pageItems;
  const limit = count(call, "limit") ?? usual;
  if (limit > max) throw invalid(`--limit must be at most ${max}, not ${limit}.`);
  const page = count(call, "page") ?? 1;
  if (page > ADMIN_LIMITS.page) throw invalid(`--page must be at most ${ADMIN_LIMITS.page}, not ${page}.`);
  return { page, limit };
}

/** The items of a page; that there are more is said beside them. */
export function showPage<T>(
  call: AdminCall,
  { items, pagination }: { readonly items: readonly T[]; readonly pagination: Pagination },
): readonly T[] {
  const { total, currentPage, totalPage, nextPage } = pagination;
  const next = nextPage === null ? "" : ` --page ${nextPage} shows the next.`;
  if (totalPage > 1) call.note(`Page ${currentPage} of ${totalPage}; there are ${total}.${next}`);
  return items;
}
