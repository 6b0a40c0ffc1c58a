// The operator's commands for the ledger: what an account's entries are, whether the books are right, and the archive of
// what is long ago.
import { archiveLedger } from "../../control-plane/billing/archive-ledger.ts";
import { checkLedger } from "../../control-plane/billing/check-ledger.ts";
import { showLedger } from "../../control-plane/billing/show-ledger.ts";
import { AppError } from "../../shared/errors.ts";
import { readIsoTime } from "../../shared/iso-time.ts";
import { nameFullDisk } from "../appliance/name-full-disk.ts";
import { type Act, type AdminCall, type AdminCommand, argument, invalid, text, time } from "./admin-call.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Written down before: each period is archived in a transaction of its own. */
async function ledgerArchive(call: AdminCall, act: Act): Promise<unknown> {
  const day = text(call, "before");
  const before = day !== null && DAY.test(day) ? readIsoTime(day) : null;
  if (before === null) {
    throw invalid("--before must be a day, as YYYY-MM-DD: periods that ended until then are archived.");
  }
  await act(async () => ({ result: null, target: "ledger", details: { before: day } }));
  const services = { sql: call.patientSql(), storage: await call.storage() };
  const archives = await nameFullDisk("the storage", () => archiveLedger(services, before));
  return archives.map(({ entries, sha256, ...archive }) => ({
    from: archive.starts_at,
    to: archive.ends_at,
    entries,
    sizeBytes: archive.size_bytes,
    storageKey: archive.storage_key,
    sha256,
  }));
}

async function ledgerShow(call: AdminCall): Promise<unknown> {
  const accountId = argument(call, 0, "The account's id");
  const range = { from: time(call, "from") ?? new Date(0), to: time(call, "to") ?? new Date() };
  const entries = await showLedger(call.sql, call.storage, accountId, range);
  return entries.map(({ id, kind, moods, note, ...entry }) => ({
    id,
    accountId: entry.account_id,
    kind,
    moods: Number(moods),
    taskId: entry.task_id,
    note,
    createdAt: entry.created_at,
  }));
}

/** Fails with what is not right, so that a job of the operator's that checks every night is heard. */
async function ledgerCheck(call: AdminCall): Promise<unknown> {
  const { args, patientSql, storage } = call;
  const report = await checkLedger(patientSql(), storage, args[0] ?? null);
  if (report.differences.length > 0) throw new AppError("INTERNAL", report.differences.join("\n"));
  return { accounts: report.accounts, archives: report.archives, differences: 0 };
}

export const LEDGER_COMMANDS: readonly AdminCommand[] = [
  { usage: "ledger show ACCOUNT [--from ISO] [--to ISO]", read: ledgerShow },
  { usage: "ledger check [ACCOUNT]", read: ledgerCheck },
  { usage: "ledger archive --before YYYY-MM-DD", change: ledgerArchive },
];
