// The file that a task was made from, for the page to play beside its transcript. Only uploads: what was downloaded for a
// task is an intermediate file, often of the sound alone, in a format of the site's choice.
import type { Sql } from "../../../shared/db/connect.ts";
import { accountOf } from "../../accounts/people/session.ts";
import { selectSourceUpload } from "../../db/uploads.ts";
import { jsonReply, type SessionRoute } from "../../http/route.ts";
import { readTask } from "../../tasks/read/read-task.ts";
import type { SignFile } from "../../tasks/task-kind.ts";
import type { SourceView } from "../api-types/source.ts";
import { MEMBER } from "./session-access.ts";

export interface SourceRoutesOptions {
  readonly reads: Sql;
  readonly signFile: SignFile;
}

/** For members: a signed link, or null for a task whose source was no upload, or is not kept any more. */
export function sourceRoutes({ reads, signFile }: SourceRoutesOptions): SessionRoute[] {
  return [
    {
      ...MEMBER,
      body: "none",
      method: "GET",
      path: "/console/api/tasks/:taskId/source",
      async handle(call, session) {
        const account = accountOf(session).id;
        const { id } = await readTask(reads, account, null, call.params.taskId ?? "");
        const storageKey = await selectSourceUpload(reads, account, id);
        const view: SourceView = { url: storageKey === undefined ? null : signFile(storageKey) };
        return jsonReply(200, "Source read", view);
      },
    },
  ];
}
