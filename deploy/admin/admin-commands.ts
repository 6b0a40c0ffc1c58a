// The operator's commands, as a table: each names its words, its usage and what it does. They call the functions that
// the console calls, so that both always agree.
import {
  changeAccount,
  changeShare,
  changeUploadQuota,
  createAccount,
  readAccount,
} from "../../control-plane/accounts/manage-accounts.ts";
import { createKey, revokeApiKey, rotateKey } from "../../control-plane/accounts/manage-keys.ts";
import { adjustMoods } from "../../control-plane/billing/adjust-moods.ts";
import { grantMoods } from "../../control-plane/billing/grant-moods.ts";
import { selectQueue, selectWorkers } from "../../control-plane/db/queue/queue-overview.ts";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import {
  type AdminCall,
  type AdminCommand,
  argument,
  count,
  invalid,
  list,
  text,
  time,
} from "./admin-call.ts";
import { CATEGORY_COMMANDS } from "./category-commands.ts";
import { DATABASE_COMMANDS } from "./database-commands.ts";
import { LEDGER_COMMANDS } from "./ledger-commands.ts";
import { SECRET_COMMANDS } from "./secret-commands.ts";
import { TEMPLATE_COMMANDS } from "./template-commands.ts";

async function accountCreate(call: AdminCall): Promise<unknown> {
  const email = text(call, "email");
  if (email === null) throw invalid("--email is missing.");
  const grant = text(call, "grant");
  return call.sql.begin(async (transaction) => {
    const { id } = await createAccount(transaction, { email, approve: call.options.approve === true });
    if (grant !== null) await grantMoods(transaction, { accountId: id, moods: grant, note: null });
    return readAccount(transaction, id);
  });
}

async function accountGrant(call: AdminCall): Promise<unknown> {
  const accountId = argument(call, 0, "The account's id");
  await grantMoods(call.sql, { accountId, moods: argument(call, 1, "The number of moods"), note: null });
  return readAccount(call.sql, accountId);
}

async function accountAdjust(call: AdminCall): Promise<unknown> {
  const accountId = argument(call, 0, "The account's id");
  const note = text(call, "note");
  if (note === null || note.trim() === "") throw invalid("--note is missing: say why.");
  await adjustMoods(call.sql, { accountId, moods: argument(call, 1, "The number of moods"), note });
  return readAccount(call.sql, accountId);
}

async function accountQuota(call: AdminCall): Promise<unknown> {
  const accountId = argument(call, 0, "The account's id");
  const quota = argument(call, 1, "The quota of uploads in GiB");
  const { min, max } = STORAGE_LIMITS.uploadQuotaGb;
  if (quota === "default") return changeUploadQuota(call.sql, accountId, null);
  const quotaGb = Number(quota);
  if (!/^\d+$/.test(quota) || quotaGb < min || quotaGb > max) {
    throw invalid(
      `The quota must be "default" or a whole number of GiB from ${min} to ${max}, not "${quota}".`,
    );
  }
  return changeUploadQuota(call.sql, accountId, quotaGb);
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

async function accountShare(call: AdminCall): Promise<unknown> {
  const accountId = argument(call, 0, "The account's id");
  const change = { weight: shareOption(call, "weight"), runningJobs: shareOption(call, "running") };
  return changeShare(call.sql, accountId, change);
}

function accountAction(action: "approve" | "block" | "unblock"): AdminCommand {
  return {
    words: ["account", action],
    usage: `account ${action} ID`,
    run: (call) => changeAccount(call.sql, argument(call, 0, "The account's id"), action),
  };
}

function keyCreate(call: AdminCall): Promise<unknown> {
  return createKey(call.sql, {
    accountId: argument(call, 0, "The account's id"),
    scopes: list(call, "scopes"),
    ips: list(call, "ips"),
    expiresAt: time(call, "expires"),
    perMinute: count(call, "per-minute"),
    perDay: count(call, "per-day"),
  });
}

export const ADMIN_COMMANDS: readonly AdminCommand[] = [
  {
    words: ["account", "create"],
    usage: "account create --email E [--approve] [--grant N]",
    run: accountCreate,
  },
  accountAction("approve"),
  accountAction("block"),
  accountAction("unblock"),
  { words: ["account", "grant"], usage: "account grant ID N", run: accountGrant },
  { words: ["account", "quota"], usage: "account quota ID GIB|default", run: accountQuota },
  {
    words: ["account", "share"],
    usage: "account share ID [--weight N|default] [--running N|default]",
    run: accountShare,
  },
  { words: ["account", "adjust"], usage: "account adjust ID N|-N --note TEXT", run: accountAdjust },
  {
    words: ["key", "create"],
    usage: "key create ACCOUNT [--scopes A,B] [--ips CIDR,…] [--expires ISO] [--per-minute N] [--per-day N]",
    run: keyCreate,
  },
  {
    words: ["key", "revoke"],
    usage: "key revoke ID",
    run: (call) => revokeApiKey(call.sql, argument(call, 0, "The key's id")),
  },
  {
    words: ["key", "rotate"],
    usage: "key rotate ID",
    run: (call) => rotateKey(call.sql, argument(call, 0, "The key's id")),
  },
  ...TEMPLATE_COMMANDS,
  ...CATEGORY_COMMANDS,
  ...SECRET_COMMANDS,
  ...LEDGER_COMMANDS,
  ...DATABASE_COMMANDS,
  { words: ["nodes"], usage: "nodes", run: ({ sql }) => selectWorkers(sql) },
  { words: ["queue"], usage: "queue", run: ({ sql }) => selectQueue(sql) },
];
