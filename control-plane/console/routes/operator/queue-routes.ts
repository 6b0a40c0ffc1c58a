// The queue for operators: what waits, what was given up, how quickly work is done, and one task, whosever it is.
import type { Sql } from "../../../../shared/db/connect.ts";
import { OPERATOR_VIEW_LIMITS } from "../../../../shared/limits/admin.ts";
import { selectClusterFigures } from "../../../db/cluster-figures.ts";
import { selectEndedHours } from "../../../db/operators/ended-hours.ts";
import { selectQueue } from "../../../db/queue/queue-overview.ts";
import type { Route } from "../../../http/route.ts";
import { dropGivenUp, retryAllGivenUp, retryGivenUp } from "../../../operators/queue-work.ts";
import { listGivenUpJobs } from "../../../tasks/end/given-up-jobs.ts";
import { readHistory } from "../../../tasks/read/read-history.ts";
import type { FailedJobView, QueueView, ThroughputView } from "../../api-types/operator.ts";
import type { OperatorTaskView } from "../../api-types/operator-tasks.ts";
import { viewQueue } from "../../monitoring/live-reading.ts";
import { viewThroughput } from "../../monitoring/throughput.ts";
import { changeRoute, listRoute, param, readRoute } from "./operator-route.ts";

export interface QueueRoutesOptions {
  readonly reads: Sql;
  readonly writes: Sql;
}

const FAILED = "/queue/failed";

async function readQueue(sql: Sql): Promise<QueueView> {
  const [figures, queue] = await Promise.all([selectClusterFigures(sql), selectQueue(sql)]);
  return { lines: viewQueue({ figures, queue }) };
}

/** What waits and what was given up, and what operators do about the latter. */
export function queueRoutes({ reads, writes }: QueueRoutesOptions): Route[] {
  return [
    readRoute<QueueView>("/queue", "Queue read", () => readQueue(reads)),
    readRoute<ThroughputView>("/throughput", "Throughput read", async () =>
      viewThroughput(await selectEndedHours(reads, OPERATOR_VIEW_LIMITS.throughputHours)),
    ),
    readRoute<OperatorTaskView>("/tasks/:taskId", "Task read", (call) =>
      readHistory(reads, param(call, "taskId")),
    ),
    listRoute<FailedJobView>(FAILED, "Failed queue jobs listed", {}, (_filter, page) =>
      listGivenUpJobs(reads, page),
    ),
    changeRoute({
      writes,
      method: "POST",
      path: `${FAILED}/retry`,
      action: "queue retry",
      message: "Queue jobs are tried again",
      schema: null,
      work: () => retryAllGivenUp(),
    }),
    changeRoute({
      writes,
      method: "POST",
      path: `${FAILED}/:jobId/retry`,
      action: "queue retry",
      message: "The queue job is tried again",
      schema: null,
      work: ({ call }) => retryGivenUp(param(call, "jobId")),
    }),
    changeRoute({
      writes,
      method: "DELETE",
      path: `${FAILED}/:jobId`,
      action: "queue drop",
      message: "Queue job dropped",
      schema: null,
      work: ({ call }) => dropGivenUp(param(call, "jobId")),
    }),
  ];
}
