// What an account was granted and charged, entry by entry.
import { Type } from "typebox";
import type { Sql } from "../../../shared/db/connect.ts";
import { compileQuery } from "../../../shared/schemas/validate.ts";
import { accountOf } from "../../accounts/people/session.ts";
import { type LedgerPage, readLedgerPage } from "../../billing/ledger-page.ts";
import type { LedgerEntry } from "../../db/ledger-archives.ts";
import { jsonReply, type Route, type SessionRoute } from "../../http/route.ts";
import type { LedgerEntryView, LedgerPageView } from "../api-types/account.ts";
import { MEMBER } from "./session-access.ts";

const Query = Type.Object({ before: Type.Optional(Type.String({ maxLength: 64 })) });

function viewEntry(entry: LedgerEntry, tasks: LedgerPage["tasks"]): LedgerEntryView {
  const task = tasks.get(entry.task_id ?? "");
  return {
    id: String(entry.id),
    kind: entry.kind,
    moods: entry.kind === "charge" ? `-${entry.moods}` : entry.moods,
    taskId: entry.task_id,
    task: task === undefined ? null : { kind: task.kind, name: task.name },
    note: entry.note,
    createdAt: entry.created_at.toISOString(),
  };
}

/** For members: entries newest first, page by page, each with the task that it is of. */
export function ledgerRoutes({ reads }: { readonly reads: Sql }): Route[] {
  const parse = compileQuery(Query);
  const list: SessionRoute = {
    ...MEMBER,
    body: "none",
    method: "GET",
    path: "/console/api/ledger",
    async handle(call, session) {
      const { before = null } = parse(call.query);
      const { entries, tasks, next } = await readLedgerPage(reads, accountOf(session).id, before);
      const view: LedgerPageView = { entries: entries.map((entry) => viewEntry(entry, tasks)), next };
      return jsonReply(200, "Ledger read", view);
    },
  };
  return [list];
}
