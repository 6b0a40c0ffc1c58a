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

export interface ActiveRuns {
  readonly ids: () => string[];
  /** Registers a run; its signal also fires when the run's time is up. Call `end` when it is over. */
  begin(runId: string, timeoutMs: number): { readonly signal: AbortSignal; end(): void };
  revoke(runId: string): void;
  interruptAll(): void;
  /** Fires with interruptAll. */
  readonly stopping: AbortSignal;
}

export function createActiveRuns(): ActiveRuns {
  const controllers = new Map<string, AbortController>();
  const stopping = new AbortController();
  return {
    ids: () => [...controllers.keys()],
    begin(runId, timeoutMs) {
      const controller = new AbortController();
      controllers.set(runId, controller);
      const timer = setTimeout(() => controller.abort(new AppError("TIMED_OUT")), timeoutMs);
      return {
        signal: controller.signal,
        end: () => {
          clearTimeout(timer);
          controllers.delete(runId);
        },
      };
    },
    revoke: (runId) => controllers.get(runId)?.abort(new Revoked()),
    stopping: stopping.signal,
    interruptAll: () => {
      stopping.abort();
      for (const controller of controllers.values()) controller.abort(new Interrupted());
    },
  };
}
