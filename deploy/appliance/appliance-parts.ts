// The parts of a running appliance in the order of their start, and how they end together: in the reverse order, within
// a bound, whatever hangs.
import { setTimeout as pause } from "node:timers/promises";
import { APPLIANCE_LIMITS } from "../../shared/limits/processes.ts";
import type { Logger } from "../../shared/logger.ts";
import type { StartError } from "../../shared/process/start-error.ts";
import {
  type RestartPolicy,
  type Service,
  type SupervisedService,
  superviseService,
} from "../processes/supervisor.ts";

export interface PartsOptions {
  readonly logger: Logger;
  readonly policy?: RestartPolicy;
  /** What the parts' own stops may take beyond the usual bound. */
  readonly extraStopMs?: number;
  /** Gives starts up. */
  readonly signal?: AbortSignal;
}

export class Parts {
  readonly #parts: SupervisedService[] = [];
  readonly #stopTimeoutMs: number;
  readonly #options: { logger: Logger; signal: AbortSignal; policy?: RestartPolicy };

  constructor(options: PartsOptions) {
    const { logger, policy, extraStopMs = 0, signal = new AbortController().signal } = options;
    this.#stopTimeoutMs = APPLIANCE_LIMITS.stopTimeoutMs + extraStopMs;
    this.#options = { logger, signal, ...(policy === undefined ? {} : { policy }) };
  }

  async start<R extends Awaited<ReturnType<Service["start"]>>>(service: Service<R>): Promise<R> {
    const part = await superviseService(service, this.#options);
    this.#parts.push(part);
    return part.first;
  }

  /** A Ctrl-C reaches the planes as well, which then end by themselves before their turn. */
  expectEnd(): void {
    for (const part of this.#parts) part.expectEnd();
  }

  async #stopInOrder(): Promise<void> {
    for (const part of this.#parts.toReversed()) {
      this.#options.logger.info({ service: part.name }, `stopping the ${part.name}`);
      await part.stop();
    }
  }

  /** Every part's own stop is bounded; should one hang all the same, everything is ended. */
  async stop(): Promise<void> {
    const waiting = new AbortController();
    const late = pause(this.#stopTimeoutMs, true, { signal: waiting.signal }).catch(() => false);
    const inOrder = this.#stopInOrder().then(() => false);
    if (await Promise.race([inOrder, late])) {
      this.#options.logger.error("the stop takes too long: what is left is ended");
      this.kill();
    }
    waiting.abort();
  }

  /** Ends all child processes at once, without a word to them. */
  kill(): void {
    for (const part of this.#parts.toReversed()) part.kill();
  }

  /** Resolves with the first part's reason for giving up. */
  get failed(): Promise<StartError> {
    return new Promise((resolve) => {
      for (const part of this.#parts) {
        void part.ended.then((reason) => {
          if (reason !== undefined) resolve(reason);
        });
      }
    });
  }
}
