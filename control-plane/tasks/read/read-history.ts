// What operators are told of one task: somebody asks by its id why it failed, or where it is.
import type { Queryable } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import type { OperatorRunView, OperatorTaskView } from "../../console/api-types/operator-tasks.ts";
import { type RunHistoryRow, selectTaskHistory } from "../../db/tasks/task-history.ts";

function viewRun(run: RunHistoryRow): OperatorRunView {
  return {
    id: run.id,
    node: run.node_id,
    host: run.host,
    state: run.state,
    stage: run.stage,
    percent: run.percent,
    message: run.message,
    lack: run.lack,
    startedAt: run.started_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
  };
}

/** A task of any account with its runs. @throws AppError NOT_FOUND */
export async function readHistory(sql: Queryable, taskId: string): Promise<OperatorTaskView> {
  const history = await selectTaskHistory(sql, taskId);
  if (history === undefined) throw new AppError("NOT_FOUND", `There is no task ${taskId}.`);
  const { task, runs } = history;
  return {
    id: task.id,
    accountId: task.account_id,
    accountEmail: task.account_email,
    kind: task.kind,
    name: task.name,
    model: task.model,
    state: task.state,
    error: task.error?.code ?? null,
    message: task.error?.message ?? null,
    chargedMoods: Number(task.charged_moods),
    refundedMoods: Number(task.refunded_moods),
    createdAt: task.created_at.toISOString(),
    completedAt: task.completed_at?.toISOString() ?? null,
    runs: runs.map(viewRun),
  };
}
