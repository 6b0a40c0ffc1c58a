// The operator's commands for API keys. A key's plaintext is printed once, and is not in the audit log.
import {
  changeKey,
  createKey,
  type KeyWithPlaintext,
  listKeys,
  lockKey,
  revokeApiKey,
  rotateKey,
} from "../../control-plane/accounts/manage-keys.ts";
import { changesOf, type Done } from "../../control-plane/audit/operator-actions.ts";
import type { OperatorKeyView } from "../../control-plane/console/api-types/operator-accounts.ts";
import type { TransactionSql } from "../../shared/db/connect.ts";
import {
  type Act,
  type AdminCall,
  type AdminCommand,
  argument,
  count,
  countOrDefault,
  invalid,
  list,
  pageOf,
  showPage,
  text,
  time,
} from "./admin-call.ts";

const ID = "The key's id";

/** A key of which something changes, with what that was before. */
async function changed<K extends OperatorKeyView>(
  transaction: TransactionSql,
  keyId: string,
  change: () => Promise<K>,
): Promise<Done<K>> {
  const before = await lockKey(transaction, keyId);
  const result = await change();
  return {
    result,
    target: keyId,
    accountId: result.accountId,
    details: changesOf(before, result),
  };
}

/** The parts of a list, none of them for the word that stands for all; undefined where the option is not given. */
function listOr(call: AdminCall, option: string, wordForAll: string): readonly string[] | undefined {
  const value = text(call, option);
  if (value === null) return undefined;
  if (value === wordForAll) return [];
  const items = list(call, option);
  if (items.length === 0) throw invalid(`--${option} must be "${wordForAll}" or a list with commas between.`);
  return items;
}

function keyCreate(call: AdminCall, act: Act): Promise<KeyWithPlaintext> {
  const key = {
    accountId: argument(call, 0, "The account's id"),
    name: text(call, "name"),
    scopes: listOr(call, "scopes", "all") ?? [],
    ips: listOr(call, "ips", "any") ?? [],
    expiresAt: time(call, "expires"),
    perMinute: count(call, "per-minute"),
    perDay: count(call, "per-day"),
  };
  return act(async (transaction) => {
    const result = await createKey(transaction, key);
    const { id: target, accountId } = result;
    return { result, target, accountId, details: changesOf(null, result) };
  });
}

function keySet(call: AdminCall, act: Act): Promise<OperatorKeyView> {
  const keyId = argument(call, 0, ID);
  const expires = text(call, "expires");
  const name = text(call, "name");
  const change = {
    name: name === "none" ? null : (name ?? undefined),
    scopes: listOr(call, "scopes", "all"),
    ips: listOr(call, "ips", "any"),
    expiresAt: expires === "never" ? null : (time(call, "expires") ?? undefined),
    perMinute: countOrDefault(call, "per-minute"),
    perDay: countOrDefault(call, "per-day"),
  };
  if (Object.values(change).every((value) => value === undefined)) {
    throw invalid("Nothing to change: give --name, --scopes, --ips, --expires, --per-minute or --per-day.");
  }
  return act((transaction) => changed(transaction, keyId, () => changeKey(transaction, keyId, change)));
}

export const KEY_COMMANDS: readonly AdminCommand[] = [
  {
    usage:
      "key create ACCOUNT [--name N] [--scopes A,B] [--ips CIDR,…] [--expires ISO] [--per-minute N] [--per-day N]",
    change: keyCreate,
  },
  {
    usage: "key list ACCOUNT [--page N] [--limit N]",
    read: async (call) =>
      showPage(call, await listKeys(call.sql, argument(call, 0, "The account's id"), pageOf(call))),
  },
  {
    usage:
      "key set ID [--name N|none] [--scopes A,B|all] [--ips CIDR,…|any] [--expires ISO|never] [--per-minute N|default] [--per-day N|default]",
    change: keySet,
  },
  {
    usage: "key revoke ID",
    change: (call, act) => {
      const keyId = argument(call, 0, ID);
      return act((transaction) => changed(transaction, keyId, () => revokeApiKey(transaction, keyId)));
    },
  },
  {
    usage: "key rotate ID",
    change: (call, act) => {
      const keyId = argument(call, 0, ID);
      return act((transaction) => changed(transaction, keyId, () => rotateKey(transaction, keyId)));
    },
  },
];
