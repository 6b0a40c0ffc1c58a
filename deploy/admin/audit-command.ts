// `admin audit`: what operators did.
import { listActions } from "../../control-plane/audit/operator-actions.ts";
import { type AdminCall, type AdminCommand, pageOf, showPage, text, time } from "./admin-call.ts";

async function audit(call: AdminCall): Promise<unknown> {
  const filter = {
    accountId: text(call, "account"),
    action: text(call, "action"),
    since: time(call, "since"),
  };
  return showPage(call, await listActions(call.sql, filter, pageOf(call)));
}

export const AUDIT_COMMANDS: readonly AdminCommand[] = [
  {
    usage: "audit [--account ID] [--action WORDS] [--since ISO] [--page N] [--limit N]",
    read: audit,
  },
];
