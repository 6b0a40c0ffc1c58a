// Tells the worker that a request has made work for it. The server takes requests a moment before the worker starts,
// which needs the server's address: until then nothing is told, and the worker's first round finds what is due.
import type { ControlWorker } from "./control-worker.ts";

type Notified = Pick<ControlWorker, "tasksCreated" | "deliveriesDue">;

/** One a process: made before the server, connected once the worker is there. */
export class WorkerNotifier implements Notified {
  #worker: Notified | undefined;

  connect(worker: Notified): void {
    this.#worker = worker;
  }

  tasksCreated(): void {
    this.#worker?.tasksCreated();
  }

  deliveriesDue(): void {
    this.#worker?.deliveriesDue();
  }
}
