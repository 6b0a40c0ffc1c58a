// The operator's commands for accounts.

import {
  type AccountView,
  changeAccount,
  changeShare,
  changeTerms,
  changeUploadQuota,
  createAccount,
  listAccounts,
  readAccount,
} from "../../control-plane/accounts/manage-accounts.ts";
import { changesOf, type Done } from "../../control-plane/audit/operator-actions.ts";
import { adjustMoods } from "../../control-plane/billing/adjust-moods.ts";
import { grantMoods } from "../../control-plane/billing/grant-moods.ts";
import type { TransactionSql } from "../../shared/db/connect.ts";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import {
  type Act,
  type AdminCall,
  type AdminCommand,
  argument,
  countOrDefault,
  invalid,
  pageOf,
  showPage,
  text,
} from "./admin-call.ts";

const ID = "The account's id";

/** An account of which something changes, with what that was before. */
async function changed(
  transaction: TransactionSql,
  accountId: string,
  change: () => Promise<unknown>,
  note: string | null = null,
): Promise<Done<AccountView>> {
  const before = await readAccount(transaction, accountId);
  await change();
  const result = await readAccount(transaction, accountId);
  const changes = changesOf(before, result);
  return {
    result,
    target: accountId,
    accountId,
    details: note === null ? changes : { ...changes, note },
  };
}

function accountCreate(call: AdminCall, act: Act): Promise<AccountView> {
  const email = text(call, "email");
  if (email === null) throw invalid("--email is missing.");
  const grant = text(call, "grant");
  return act(async (transaction) => {
    const { id } = await createAccount(transaction, { email, approve: call.options.approve === true });
    if (grant !== null) await grantMoods(transaction, { accountId: id, moods: grant, note: null });
    const result = await readAccount(transaction, id);
    return { result, target: id, accountId: id, details: changesOf(null, result) };
  });
}

function accountGrant(call: AdminCall, act: Act): Promise<AccountView> {
  const accountId = argument(call, 0, ID);
  const moods = argument(call, 1, "The number of moods");
  return act((transaction) =>
    changed(transaction, accountId, () => grantMoods(transaction, { accountId, moods, note: null })),
  );
}

function accountAdjust(call: AdminCall, act: Act): Promise<AccountView> {
  const accountId = argument(call, 0, ID);
  const note = text(call, "note");
  if (note === null || note.trim() === "") throw invalid("--note is missing: say why.");
  const moods = argument(call, 1, "The number of moods");
  return act((transaction) =>
    changed(transaction, accountId, () => adjustMoods(transaction, { accountId, moods, note }), note),
  );
}

function readQuota(call: AdminCall): number | null {
  const quota = argument(call, 1, "The quota of uploads in GiB");
  const { min, max } = STORAGE_LIMITS.uploadQuotaGb;
  if (quota === "default") return null;
  const quotaGb = Number(quota);
  if (/^\d+$/.test(quota) && quotaGb >= min && quotaGb <= max) return quotaGb;
  throw invalid(
    `The quota must be "default" or a whole number of GiB from ${min} to ${max}, not "${quota}".`,
  );
}

function accountQuota(call: AdminCall, act: Act): Promise<AccountView> {
  const accountId = argument(call, 0, ID);
  const quotaGb = readQuota(call);
  return act((transaction) =>
    changed(transaction, accountId, () => changeUploadQuota(transaction, accountId, quotaGb)),
  );
}

/** A number, null for "default", undefined where the option is not given. */
function shareOption(call: AdminCall, option: string): number | null | undefined {
  const value = text(call, option);
  if (value === null) return undefined;
  if (value === "default") return null;
  const number = Number(value);
  if (option === "running" && !/^\d+$/.test(value)) {
    throw invalid(`--running must be "default" or a whole number, not "${value}".`);
  }
  if (!/^\d+(\.\d{1,3})?$/.test(value)) {
    throw invalid(`--${option} must be "default" or a number with at most three decimals, not "${value}".`);
  }
  return number;
}

function accountShare(call: AdminCall, act: Act): Promise<AccountView> {
  const accountId = argument(call, 0, ID);
  const share = { weight: shareOption(call, "weight"), runningJobs: shareOption(call, "running") };
  return act((transaction) =>
    changed(transaction, accountId, () => changeShare(transaction, accountId, share)),
  );
}

function accountSet(call: AdminCall, act: Act): Promise<AccountView> {
  const accountId = argument(call, 0, ID);
  const terms = {
    multiplier: text(call, "multiplier") ?? undefined,
    perMinute: countOrDefault(call, "per-minute"),
    perDay: countOrDefault(call, "per-day"),
  };
  if (Object.values(terms).every((value) => value === undefined)) {
    throw invalid("Nothing to change: give --multiplier, --per-minute or --per-day.");
  }
  return act((transaction) =>
    changed(transaction, accountId, () => changeTerms(transaction, accountId, terms)),
  );
}

function accountAction(action: "approve" | "block" | "unblock"): AdminCommand {
  return {
    words: ["account", action],
    usage: `account ${action} ID`,
    change: (call, act) => {
      const accountId = argument(call, 0, ID);
      return act((transaction) =>
        changed(transaction, accountId, () => changeAccount(transaction, accountId, action)),
      );
    },
  };
}

async function accountList(call: AdminCall): Promise<unknown> {
  const state = text(call, "state")?.toUpperCase() ?? null;
  if (state !== null && state !== "PENDING" && state !== "APPROVED") {
    throw invalid(`--state must be pending or approved, not "${state}".`);
  }
  const filter = { state, search: text(call, "search") } as const;
  return showPage(call, await listAccounts(call.sql, filter, pageOf(call)));
}

export const ACCOUNT_COMMANDS: readonly AdminCommand[] = [
  {
    words: ["account", "create"],
    usage: "account create --email E [--approve] [--grant N]",
    change: accountCreate,
  },
  {
    words: ["account", "list"],
    usage: "account list [--state pending|approved] [--search TEXT] [--page N] [--limit N]",
    read: accountList,
  },
  {
    words: ["account", "show"],
    usage: "account show ID",
    read: (call) => readAccount(call.sql, argument(call, 0, ID)),
  },
  {
    words: ["account", "set"],
    usage: "account set ID [--multiplier N] [--per-minute N|default] [--per-day N|default]",
    change: accountSet,
  },
  accountAction("approve"),
  accountAction("block"),
  accountAction("unblock"),
  { words: ["account", "grant"], usage: "account grant ID N", change: accountGrant },
  { words: ["account", "quota"], usage: "account quota ID GIB|default", change: accountQuota },
  {
    words: ["account", "share"],
    usage: "account share ID [--weight N|default] [--running N|default]",
    change: accountShare,
  },
  { words: ["account", "adjust"], usage: "account adjust ID N|-N --note TEXT", change: accountAdjust },
];
