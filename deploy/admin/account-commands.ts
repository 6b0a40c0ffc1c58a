// The operator's commands for accounts.
import { listAccounts, readAccount } from "../../control-plane/accounts/manage-accounts.ts";
import type { OperatorAccountView } from "../../control-plane/console/api-types/operator-accounts.ts";
import {
  adjustAccount,
  approveAccount,
  grantToAccount,
  makeAccount,
  setAccountBlock,
  setAccountQuota,
  setAccountShare,
  setAccountTerms,
} from "../../control-plane/operators/account-work.ts";
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

function accountCreate(call: AdminCall, act: Act): Promise<OperatorAccountView> {
  const email = text(call, "email");
  if (email === null) throw invalid("--email is missing.");
  const { approve, known } = call.options;
  const account = { email, approve: approve === true, isKnown: known === true, grant: text(call, "grant") };
  return act(makeAccount(account));
}

function accountGrant(call: AdminCall, act: Act): Promise<OperatorAccountView> {
  return act(grantToAccount(argument(call, 0, ID), argument(call, 1, "The number of moods")));
}

function accountAdjust(call: AdminCall, act: Act): Promise<OperatorAccountView> {
  const accountId = argument(call, 0, ID);
  const note = text(call, "note");
  if (note === null || note.trim() === "") throw invalid("--note is missing: say why.");
  const moods = argument(call, 1, "The number of moods");
  return act(adjustAccount(accountId, { moods, note }));
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

function accountQuota(call: AdminCall, act: Act): Promise<OperatorAccountView> {
  return act(setAccountQuota(argument(call, 0, ID), readQuota(call)));
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

function accountShare(call: AdminCall, act: Act): Promise<OperatorAccountView> {
  const accountId = argument(call, 0, ID);
  const share = { weight: shareOption(call, "weight"), runningJobs: shareOption(call, "running") };
  return act(setAccountShare(accountId, share));
}

function accountSet(call: AdminCall, act: Act): Promise<OperatorAccountView> {
  const accountId = argument(call, 0, ID);
  const terms = {
    multiplier: text(call, "multiplier") ?? undefined,
    perMinute: countOrDefault(call, "per-minute"),
    perDay: countOrDefault(call, "per-day"),
  };
  if (Object.values(terms).every((value) => value === undefined)) {
    throw invalid("Nothing to change: give --multiplier, --per-minute or --per-day.");
  }
  return act(setAccountTerms(accountId, terms));
}

function accountApprove(call: AdminCall, act: Act): Promise<OperatorAccountView> {
  return act(approveAccount(argument(call, 0, ID), { grant: text(call, "grant") ?? undefined }));
}

function accountAction(action: "block" | "unblock"): AdminCommand {
  return {
    usage: `account ${action} ID`,
    change: (call, act) => act(setAccountBlock(argument(call, 0, ID), action)),
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
    usage: "account create --email E [--approve] [--grant N] [--known]",
    change: accountCreate,
  },
  {
    usage: "account list [--state pending|approved] [--search TEXT] [--page N] [--limit N]",
    read: accountList,
  },
  {
    usage: "account show ID",
    read: (call) => readAccount(call.sql, argument(call, 0, ID)),
  },
  {
    usage: "account set ID [--multiplier N] [--per-minute N|default] [--per-day N|default]",
    change: accountSet,
  },
  { usage: "account approve ID [--grant N]", change: accountApprove },
  accountAction("block"),
  accountAction("unblock"),
  { usage: "account grant ID N", change: accountGrant },
  { usage: "account quota ID GIB|default", change: accountQuota },
  {
    usage: "account share ID [--weight N|default] [--running N|default]",
    change: accountShare,
  },
  { usage: "account adjust ID N|-N --note TEXT", change: accountAdjust },
];
