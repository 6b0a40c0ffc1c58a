// The operator's commands for API keys.
import { type KeyWithPlaintext, listKeys } from "../../control-plane/accounts/manage-keys.ts";
import type { OperatorKeyView } from "../../control-plane/console/api-types/operator-accounts.ts";
import { endKey, makeKey, renewKey, setKey } from "../../control-plane/operators/key-work.ts";
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
  return act(makeKey(key));
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
  return act(setKey(keyId, change));
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
  { usage: "key revoke ID", change: (call, act) => act(endKey(argument(call, 0, ID))) },
  { usage: "key rotate ID", change: (call, act) => act(renewKey(argument(call, 0, ID))) },
];
