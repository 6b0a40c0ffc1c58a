// What Prometheus sees of tasks that this control plane creates. Counted where they are created: replies with 201 are
// those of uploads, too, and of repeats, which create nothing.
import { Counter, Gauge, type Registry } from "prom-client";
import { TASK_KIND_NAMES } from "../../../shared/tasks/task-kinds.ts";

/** @returns counts tasks that were created */
export function countCreatedTasks(registry: Registry): (tasks: readonly { readonly kind: string }[]) => void {
  const created = new Counter({
    name: "clipmill_tasks_created_total",
    help: "Tasks that were created, by kind; a repeat of a request creates none.",
    labelNames: ["kind"],
    registers: [registry],
  });
  // A rate needs the value before the first count.
  for (const kind of TASK_KIND_NAMES) created.inc({ kind }, 0);
  return (tasks) => {
    for (const { kind } of tasks) created.inc({ kind });
  };
}

/** Tells how many withdrawals wait. */
export function gaugeWithdrawals(registry: Registry, withdrawals: { readonly waiting: number }): void {
  new Gauge({
    name: "clipmill_withdrawals_waiting",
    help: "Creates without a 201 whose tasks this control plane has to take back, and whose charge stands, until the database answers.",
    registers: [registry],
    collect() {
      this.set(withdrawals.waiting);
    },
  });
}
