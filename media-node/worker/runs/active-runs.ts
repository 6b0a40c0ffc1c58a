// The runs that this node works on, and the way to stop one from outside: by the lease's answer, or at shutdown.
import { AppError } from "../../../shared/errors.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import { NodeLack } from "../../../shared/node-lack.ts";
import { type Clock, SYSTEM_CLOCK, WorkClock } from "../../threads/work-clock.ts";

/** Thrown into a run at an orderly shutdown: the task goes back to the queue and the run is no failure. */
export class Interrupted extends Error {
  constructor() {
    super("The media node is stopping.");
    this.name = "Interrupted";
  }
}

/** Thrown into a run that is no longer its task's: nothing that it finds may be written. */
export class Revoked extends Error {
  constructor() {
    super("The run was cancelled or overtaken.");
    this.name = "Revoked";
  }
}

/** Which run, of which task. */
export interface ActiveRun {
  readonly taskId: string;
  readonly runId: string;
}

/** Work under way; call `end` when it is over. */
export interface ActiveWork {
  readonly signal: AbortSignal;
  /** Does the work; what its calls wait in line is not counted. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  end(): void;
}

export interface ActiveRuns {
  /** The runs of tasks. Whose they are can change, which the lease asks about. */
  readonly list: () => ActiveRun[];
  /**
   * Registers a run of a task. Its signal also fires with TIMED_OUT once it has worked for so long, and with NodeLack
   * where it has mostly waited for its turns.
   */
  begin(run: ActiveRun, timeoutMs: number): ActiveWork;
  /** Registers work that is no task's: it ends by its time or with the node, and nothing revokes it. */
  beginUntasked(timeoutMs: number): ActiveWork;
  revoke(runId: string): void;
  interruptAll(): void;
  /** Fires with interruptAll. */
  readonly stopping: AbortSignal;
}

/**
 * The registry of one process; the signals of its runs fire with Interrupted, Revoked, NodeLack, or AppError
 * TIMED_OUT.
 */
export function createActiveRuns(clock: Clock = SYSTEM_CLOCK): ActiveRuns {
  const runs = new Map<string, { readonly run: ActiveRun; readonly controller: AbortController }>();
  const controllers = new Set<AbortController>();
  const stopping = new AbortController();
  const register = (controller: AbortController, timeoutMs: number): ActiveWork => {
    controllers.add(controller);
    const worked = new WorkClock(timeoutMs, () => controller.abort(new AppError("TIMED_OUT")), clock);
    const stopWaiting = clock.after(QUEUE_LIMITS.runTotalMs, () => controller.abort(new NodeLack("turns")));
    return {
      signal: controller.signal,
      run: (work) => worked.run(work),
      end: () => {
        worked.end();
        stopWaiting();
        controllers.delete(controller);
      },
    };
  };
  return {
    list: () => [...runs.values()].map(({ run }) => run),
    begin(run, timeoutMs) {
      const controller = new AbortController();
      const work = register(controller, timeoutMs);
      runs.set(run.runId, { run, controller });
      return {
        ...work,
        end: () => {
          work.end();
          runs.delete(run.runId);
        },
      };
    },
    beginUntasked: (timeoutMs) => register(new AbortController(), timeoutMs),
    revoke: (runId) => runs.get(runId)?.controller.abort(new Revoked()),
    stopping: stopping.signal,
    interruptAll: () => {
      stopping.abort();
      for (const controller of controllers) controller.abort(new Interrupted());
    },
  };
}
