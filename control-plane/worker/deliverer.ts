// Makes the webhook deliveries that are due, in rounds. Each round records how calls have ended, claims as many deliveries as
// there are places, and starts their calls without waiting for them. Ends and claims thus need few statements however many
// calls there are, and a place is free only once its call's end is recorded. A queue job for each attempt was rejected: a
// queue hands out jobs in order, so those of a receiver that hangs were taken, put back and taken again before another's.
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "../../shared/ids.ts";
import { WEBHOOK_LIMITS } from "../../shared/limits/webhooks.ts";
import {
  type ClaimedDelivery,
  claimDeliveries,
  type EndedClaim,
  settleDeliveries,
} from "../db/due-deliveries.ts";
import type { TaskRow } from "../db/tasks/tasks.ts";
import { CallPlaces } from "../webhooks/call-places.ts";
import { type DeliveryServices, deliverWebhook, readEndedTasks } from "./deliver-webhook.ts";
import { type NextRound, type PollingLoop, startPollingLoop } from "./polling-loop.ts";

/** When a receiver is given up, and when it is tried again. */
export interface WebhookTimes {
  readonly timeoutMs: number;
  readonly retryIntervalMs: number;
}

interface TimedEnd extends EndedClaim {
  /** Until when the claim lasts, on this process's clock. */
  readonly untilMs: number;
}

/** One a control plane's worker. */
export class Deliverer {
  readonly claimer = newId("node");
  readonly #services: DeliveryServices;
  readonly #webhooks: WebhookTimes;
  readonly #places = new CallPlaces();
  readonly #calls = new Set<Promise<void>>();
  readonly #broken = new AbortController();
  /** Not written down yet. */
  #ended: TimedEnd[] = [];
  readonly #loop: PollingLoop;

  /** Starts at once. A database that is away is waited for. */
  constructor(services: DeliveryServices, webhooks: WebhookTimes) {
    this.#services = services;
    this.#webhooks = webhooks;
    const { pollMs } = WEBHOOK_LIMITS;
    const pauses = { pollMs, idleMs: pollMs };
    this.#loop = startPollingLoop("delivering webhooks", pauses, services.logger, (signal) =>
      this.#turn(signal),
    );
  }

  get #claimMs(): number {
    return this.#webhooks.timeoutMs + WEBHOOK_LIMITS.answerBodyMs + WEBHOOK_LIMITS.claimMarginMs;
  }

  /** Something was made due. */
  wake(): void {
    this.#loop.wake();
  }

  /** Waits for the calls that are under way, and records their ends. */
  async stop(): Promise<void> {
    await Promise.all([this.#loop.stop(), this.#drain()]);
    await Promise.all(this.#calls);
    await this.#settle().catch((error: unknown) =>
      this.#services.logger.warn({ err: error }, "webhooks not given back: their claims run out"),
    );
  }

  /** Where there was something to do, there may be more. */
  async #turn(signal: AbortSignal): Promise<NextRound> {
    const startedAt = performance.now();
    const settled = await this.#settle();
    const claimed = signal.aborted ? 0 : await this.#claim();
    if (settled + claimed === 0) return "idle";
    const restMs = Math.max(0, startedAt + WEBHOOK_LIMITS.turnMs - performance.now());
    await pause(restMs, undefined, { signal }).catch(() => undefined);
    return "at-once";
  }

  /** Writes down how calls have ended. How many they were. */
  async #settle(): Promise<number> {
    const ended = this.#ended;
    if (ended.length === 0) return 0;
    const { sql } = this.#services;
    this.#ended = [];
    try {
      const counted = await settleDeliveries(sql, this.claimer, ended, this.#webhooks.retryIntervalMs);
      this.#tell(ended, new Map(counted.map(({ deliveryId, state }) => [deliveryId, state])));
      for (const { claim } of ended) this.#places.leave(claim);
    } catch (error) {
      this.#keepForLater(ended);
      throw error;
    }
    return ended.length;
  }

  /** An expired claim belongs to another process by now, so its end is not recorded: the receiver may be called again. */
  #keepForLater(ended: readonly TimedEnd[]): void {
    const now = performance.now();
    const called: string[] = [];
    for (const each of ended) {
      const { claim, end, untilMs } = each;
      if (untilMs > now) this.#ended.push(each);
      else this.#places.leave(claim);
      const wasCalled = end.outcome === "delivered" || end.outcome === "failed";
      if (untilMs <= now && wasCalled) called.push(claim.deliveryId);
    }
    if (called.length === 0) return;
    this.#services.logger.warn(
      { deliveryIds: called },
      "how webhooks ended could not be written before their claims ran out: these receivers are called again",
    );
  }

  #tell(ended: readonly EndedClaim[], states: ReadonlyMap<string, string>): void {
    const { metrics, logger } = this.#services;
    for (const { claim, end } of ended) {
      const { deliveryId, taskId, attempt } = claim;
      const state = states.get(deliveryId);
      if (state === "DELIVERED" || state === "FAILED") metrics.ended(state);
      if (end.outcome === "put-back") metrics.putBack.inc();
      logger.info({ deliveryId, taskId, attempt, state, ...end }, "webhook attempted");
    }
  }

  /** Claims deliveries and starts their calls. How many they are. */
  async #claim(): Promise<number> {
    const { sql } = this.#services;
    const free = this.#places.free();
    if (free.all <= 0) return 0;
    const untilMs = performance.now() + this.#claimMs;
    const claims = await claimDeliveries(sql, this.claimer, free, this.#claimMs);
    if (claims.length === 0) return 0;
    for (const claim of claims) this.#places.enter(claim);
    try {
      const tasks = await readEndedTasks(sql, claims);
      for (const claim of claims) this.#call(claim, tasks.get(claim.taskId), untilMs);
    } catch (error) {
      for (const claim of claims)
        this.#ended.push({ claim, end: { outcome: "put-back", delayMs: 0 }, untilMs });
      throw error;
    }
    return claims.length;
  }

  #call(claim: ClaimedDelivery, task: TaskRow | undefined, untilMs: number): void {
    const call = deliverWebhook(this.#services, claim, task, this.#broken.signal).then((end) => {
      this.#ended.push({ claim, end, untilMs });
      this.#calls.delete(call);
      this.#loop.wake();
    });
    this.#calls.add(call);
  }

  /** Waits for the calls under way for a moment, and breaks off those that are left. */
  async #drain(): Promise<void> {
    const drained = new AbortController();
    const { signal } = drained;
    const moment = pause(WEBHOOK_LIMITS.drainMs, undefined, { signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#calls), moment]);
    drained.abort();
    this.#broken.abort();
  }
}
