// What Prometheus sees of what this control plane's worker ends: tasks, and the leases of processes that were lost.
import { Counter, Histogram, type Registry } from "prom-client";
import { isTaskErrorCode, TASK_ERROR_CODES } from "../../shared/errors.ts";
import { isTaskKind, TASK_KIND_NAMES } from "../../shared/tasks/task-kinds.ts";
import { TERMINAL_STATES } from "../../shared/tasks/task-states.ts";
import type { EndedTask } from "../db/tasks/reported-runs.ts";

export interface WorkMetrics {
  /** A run has ended it, or it was given up for want of a node. */
  taskEnded(task: Pick<EndedTask, "kind" | "state" | "age_s" | "error_code">): void;
  /** @param plane that the process was of */
  leaseLost(plane: string): void;
}

/** Registers them, with a zero for each label that is known. Create it once for a registry. */
export function createWorkMetrics(registry: Registry): WorkMetrics {
  const registers = [registry];
  const duration = new Histogram({
    name: "clipmill_task_duration_seconds",
    help: "Time from a task's creation to its end, waiting included, of tasks that runs have ended or that no node took in time.",
    labelNames: ["kind", "state"],
    buckets: [1, 5, 15, 30, 60, 120, 300, 900, 1_800, 3_600, 10_800, 43_200],
    registers,
  });
  const failed = new Counter({
    name: "clipmill_task_failures_total",
    help: "Tasks that ended as failed by their runs' reports or because no node took them in time, by kind and the code of their error.",
    labelNames: ["kind", "code"],
    registers,
  });
  const lost = new Counter({
    name: "clipmill_leases_lost_total",
    help: "Processes that this control plane found lost, because they stopped renewing their lease, by plane.",
    labelNames: ["plane"],
    registers,
  });
  // A rate needs the value before the first count.
  for (const plane of ["control-plane", "media-node"]) lost.inc({ plane }, 0);
  for (const kind of TASK_KIND_NAMES) {
    for (const state of TERMINAL_STATES) duration.zero({ kind, state });
    for (const code of TASK_ERROR_CODES) failed.inc({ kind, code }, 0);
  }
  return {
    taskEnded: ({ kind: named, state, age_s, error_code }) => {
      const kind = isTaskKind(named) ? named : "other";
      duration.observe({ kind, state }, age_s);
      if (state !== "failed") return;
      // Rows come from nodes of any version: what this one does not know is no label.
      const code = error_code !== null && isTaskErrorCode(error_code) ? error_code : "INTERNAL";
      failed.inc({ kind, code });
    },
    leaseLost: (plane) => lost.inc({ plane }),
  };
}
