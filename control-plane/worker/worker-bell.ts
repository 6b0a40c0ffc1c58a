// Wakes the worker when a request has made work for it. The server takes requests a moment before the worker starts,
// which needs the server's address: until then there is nobody to wake, and the worker's first look finds what is due.
import type { ControlWorker } from "./control-worker.ts";

type Woken = Pick<ControlWorker, "tasksCreated" | "deliveriesDue">;

export class WorkerBell implements Woken {
  #worker: Woken | undefined;

  connect(worker: Woken): void {
    this.#worker = worker;
  }

  tasksCreated(): void {
    this.#worker?.tasksCreated();
  }

  deliveriesDue(): void {
    this.#worker?.deliveriesDue();
  }
}
