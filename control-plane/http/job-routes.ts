// GET /jobs/{jobId}: reads any video job.
import type { Sql } from "../../shared/db/connect.ts";
import { readJob } from "../tasks/read-job.ts";
import { type SignFile, viewTask } from "../tasks/task-view.ts";
import { jsonReply, type Route } from "./route.ts";

export function jobRoutes({ sql, signFile }: { sql: Sql; signFile: SignFile }): Route[] {
  return [
    {
      method: "GET",
      path: "/api/v1/jobs/:jobId",
      access: "key",
      scope: "CLIPPING",
      body: "none",
      async handle(call, { accountId }) {
        const task = await readJob(sql, accountId, call.params.jobId ?? "");
        return jsonReply(200, "Job read", viewTask(task, signFile));
      },
    },
  ];
}
