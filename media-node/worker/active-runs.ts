// The runs that this node works on, and the way to stop one from outside: by the lease's answer, or at shutdown.
import { AppError } from "../../shared/errors.ts";

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
  end(): void;
}

export interface ActiveRuns {
  /** The runs of tasks. Whose they are can change, which the lease asks about. */
  readonly list: () => ActiveRun[];
  /** Registers a run of a task; its signal also fires when the run's time is up. */
  begin(run: ActiveRun, timeoutMs: number): ActiveWork;
  /** Registers work that is no task's: it ends by its time or with the node, and nothing revokes it. */
  beginUntasked(timeoutMs: number): ActiveWork;
  revoke(runId: string): void;
  interruptAll(): void;
  /** Fires with interruptAll. */
  readonly stopping: AbortSignal;
}

export function createActiveRuns(): ActiveRuns {
  const runs = new Map<string, { readonly run: ActiveRun; readonly controller: AbortController }>();
  const controllers = new Set<AbortController>();
  const stopping = new AbortController();
  const register = (controller: AbortController, timeoutMs: number): ActiveWork => {
    controllers.add(controller);
    const timer = setTimeout(() => controller.abort(new AppError("TIMED_OUT")), timeoutMs);
    return {
      signal: controller.signal,
      end: () => {
        clearTimeout(timer);
        controllers.delete(controller);
      },
    };
  };
  return {
    list: () => [...runs.values()].map(({ run }) => run),
    begin(run, timeoutMs) {
      const controller = new AbortController();
      const { signal, end } = register(controller, timeoutMs);
      runs.set(run.runId, { run, controller });
      return {
        signal,
        end: () => {
          end();
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
