// Keeps services running: starts one, and starts it again when it ends by itself, with pauses that double up to a
// bound and start over after a steady time. It knows services only as "start" and "has ended", so that PostgreSQL and
// the planes' processes share one policy. A first start that fails is the caller's failure: repeating it would hide
// the reason from whoever typed the command.
import { setTimeout as pause } from "node:timers/promises";
import { APPLIANCE_LIMITS } from "../../shared/limits/processes.ts";
import type { Logger } from "../../shared/logger.ts";
import { EXIT_CONFIG } from "../../shared/process/environment.ts";
import { StartError } from "../../shared/process/start-error.ts";
import type { ExitStatus } from "./exit-status.ts";

export interface RunningService {
  /** Where it answers, if it said so. */
  readonly url?: string | undefined;
  readonly pid?: number | undefined;
  readonly exited: Promise<ExitStatus>;
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

export interface Service<R extends RunningService = RunningService> {
  readonly name: string;
  /** Resolves when it is ready. Rejects, leaving nothing running, where it cannot start or `signal` aborts. */
  start(signal: AbortSignal): Promise<R>;
  /**
   * Told at once when a run has ended by itself, with that run, before it is started again: what only this process
   * knows so early. Restarts do not wait for it, and its failures are logged.
   */
  readonly onExit?: (run: RunningService, status: ExitStatus) => Promise<void>;
}

export interface RestartPolicy {
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** Up this long, the next pause is the first one again. */
  readonly steadyAfterMs: number;
}

const RESTART_POLICY: RestartPolicy = {
  firstPauseMs: APPLIANCE_LIMITS.firstRestartPauseMs,
  maxPauseMs: APPLIANCE_LIMITS.maxRestartPauseMs,
  steadyAfterMs: APPLIANCE_LIMITS.steadyAfterMs,
};

export interface SupervisedService<R extends RunningService = RunningService> {
  readonly name: string;
  /** The first run; a restarted service keeps its address. */
  readonly first: R;
  /** From now on its end is expected: it is not started again. */
  expectEnd(): void;
  /** Ends it, and its restarts. */
  stop(): Promise<void>;
  kill(): void;
  /** Resolves once nothing of it runs any more: after stop or kill, or with the reason why it was given up. */
  readonly ended: Promise<StartError | undefined>;
}

export interface SuperviseOptions {
  readonly logger: Logger;
  /** Gives the first start up; later ones end with stop(). */
  readonly signal: AbortSignal;
  readonly policy?: RestartPolicy;
}

/** An exit code of EX_CONFIG: a wrong setting is not mended by starting again. */
export function wrongSetting(name: string): StartError {
  return new StartError(
    `The ${name} cannot run with these settings; its last log line says which one is wrong.`,
    {
      exitCode: EXIT_CONFIG,
    },
  );
}

/** The pause before the next start, in ms: the policy's first after a steady run, else twice the one before. */
export function nextPauseMs(policy: RestartPolicy, lastPauseMs: number, upMs: number): number {
  if (lastPauseMs === 0 || upMs >= policy.steadyAfterMs) return policy.firstPauseMs;
  return Math.min(lastPauseMs * 2, policy.maxPauseMs);
}

class Supervision<R extends RunningService> implements SupervisedService<R> {
  readonly name: string;
  readonly first: R;
  readonly ended: Promise<StartError | undefined>;
  readonly #service: Service<R>;
  readonly #logger: Logger;
  readonly #policy: RestartPolicy;
  readonly #stopping = new AbortController();
  #current: R;
  #pauseMs = 0;

  constructor(service: Service<R>, first: R, options: SuperviseOptions) {
    this.name = service.name;
    this.first = first;
    this.#service = service;
    this.#logger = options.logger;
    this.#policy = options.policy ?? RESTART_POLICY;
    this.#current = first;
    this.ended = this.#keepRunning();
  }

  expectEnd(): void {
    this.#stopping.abort();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#current.stop();
    await this.ended;
  }

  kill(): void {
    this.#stopping.abort();
    this.#current.kill();
  }

  async #keepRunning(): Promise<StartError | undefined> {
    for (;;) {
      const startedAt = performance.now();
      const status = await this.#current.exited;
      if (this.#stopping.signal.aborted) return undefined;
      this.#tellExit(status);
      if (status.code === EXIT_CONFIG) return wrongSetting(this.name);
      const next = await this.#startAgain(status, performance.now() - startedAt);
      if (next === undefined || next instanceof StartError) return next;
      this.#current = next;
    }
  }

  #tellExit(status: ExitStatus): void {
    this.#service.onExit?.(this.#current, status).catch((error: unknown) => {
      this.#logger.error(
        { err: error, service: this.name },
        `what follows the end of the ${this.name} failed`,
      );
    });
  }

  /** Tries until a start succeeds; undefined once stopping, a StartError where trying again is useless. */
  async #startAgain(reason: unknown, upMs: number): Promise<R | StartError | undefined> {
    const { signal } = this.#stopping;
    this.#pauseMs = nextPauseMs(this.#policy, this.#pauseMs, upMs);
    for (let cause = reason; ; this.#pauseMs = nextPauseMs(this.#policy, this.#pauseMs, 0)) {
      const details = { service: this.name, cause, pauseMs: this.#pauseMs };
      this.#logger.error(details, `the ${this.name} has ended by itself and is started again`);
      await pause(this.#pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return undefined;
      const { run, error } = await this.#attempt();
      if (!signal.aborted && run !== undefined) return run;
      await run?.stop();
      if (signal.aborted) return undefined;
      if (error instanceof StartError && error.exitCode === EXIT_CONFIG) return error;
      cause = error instanceof Error ? error.message : error;
    }
  }

  #attempt(): Promise<{ readonly run?: R; readonly error?: unknown }> {
    return this.#service.start(this.#stopping.signal).then(
      (run) => ({ run }),
      (error: unknown) => ({ error }),
    );
  }
}

/** Starts the service and keeps it running; rejects where its first start fails. */
export async function superviseService<R extends RunningService>(
  service: Service<R>,
  options: SuperviseOptions,
): Promise<SupervisedService<R>> {
  const first = await service.start(options.signal);
  return new Supervision(service, first, options);
}
