// Live figures for operators: one look at the database every few seconds, only while somebody watches, whose answer goes to
// all who do. A watcher has a place for the newest figures and no queue of old ones. Sessions are looked at with the same
// pace: a stream ends with its session, and when its person is no operator any more.
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../../shared/errors.ts";
import { OPERATOR_VIEW_LIMITS } from "../../../shared/limits/admin.ts";
import type { Logger } from "../../../shared/logger.ts";
import type { Session } from "../../accounts/people/session.ts";
import type { ServerEvent } from "../../http/route.ts";

export interface LiveFeedOptions<Figures> {
  readonly read: () => Promise<Figures>;
  /** Of these sessions, those that may go on. */
  readonly filterSessions: (sessionIds: readonly string[]) => Promise<readonly string[]>;
  readonly logger: Logger;
  readonly intervalMs?: number;
}

export interface Subscription {
  readonly events: AsyncIterable<ServerEvent>;
  readonly close: () => void;
}

interface Watcher<Figures> {
  readonly sessionId: string;
  readonly userId: string;
  latest: Figures | undefined;
  isClosed: boolean;
  wake: () => void;
}

/** One a process; `stop` ends its streams and its looks. */
export class LiveFeed<Figures> {
  readonly #options: LiveFeedOptions<Figures>;
  readonly #watchers = new Set<Watcher<Figures>>();
  readonly #stopped = new AbortController();
  #last: { readonly figures: Figures; readonly atMs: number } | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: LiveFeedOptions<Figures>) {
    this.#options = options;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /** @throws AppError RATE_LIMITED where the person has as many streams as they may; UNAVAILABLE where the process has */
  open({ sessionId, user }: Pick<Session, "sessionId" | "user">): Subscription {
    const { streams, streamsOfPerson } = OPERATOR_VIEW_LIMITS;
    if (this.#stopped.signal.aborted || this.#watchers.size >= streams) throw new AppError("UNAVAILABLE");
    const own = [...this.#watchers].filter(({ userId }) => userId === user.id);
    if (own.length >= streamsOfPerson) {
      throw new AppError("RATE_LIMITED", "Too many pages of yours watch already: close some.");
    }
    const watcher: Watcher<Figures> = {
      sessionId,
      userId: user.id,
      latest: undefined,
      isClosed: false,
      wake: () => undefined,
    };
    if (this.#last !== undefined && performance.now() - this.#last.atMs < this.#intervalMs) {
      watcher.latest = this.#last.figures;
    }
    this.#watchers.add(watcher);
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return { events: this.#eventsOf(watcher), close: () => this.#close(watcher) };
  }

  /** Ends all streams; none begins from then on. */
  stop(): void {
    this.#stopped.abort();
    for (const watcher of [...this.#watchers]) this.#close(watcher);
  }

  get #intervalMs(): number {
    return this.#options.intervalMs ?? OPERATOR_VIEW_LIMITS.figuresMs;
  }

  #close(watcher: Watcher<Figures>): void {
    watcher.isClosed = true;
    this.#watchers.delete(watcher);
    watcher.wake();
  }

  async #look(): Promise<void> {
    const { signal } = this.#stopped;
    while (this.#watchers.size > 0 && !signal.aborted) {
      try {
        await this.#endOldSessions();
        const figures = await this.#options.read();
        this.#last = { figures, atMs: performance.now() };
        for (const watcher of this.#watchers) {
          watcher.latest = figures;
          watcher.wake();
        }
      } catch (error) {
        this.#options.logger.warn({ err: error }, "live figures were not read");
      }
      await pause(this.#intervalMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #endOldSessions(): Promise<void> {
    const asked = [...this.#watchers];
    const good = new Set(await this.#options.filterSessions(asked.map(({ sessionId }) => sessionId)));
    for (const watcher of asked) if (!good.has(watcher.sessionId)) this.#close(watcher);
  }

  async *#eventsOf(watcher: Watcher<Figures>): AsyncGenerator<ServerEvent> {
    for (let number = 1; !watcher.isClosed; ) {
      const { latest } = watcher;
      if (latest === undefined) {
        await new Promise<void>((resolve) => {
          watcher.wake = resolve;
        });
        continue;
      }
      watcher.latest = undefined;
      yield { id: String(number), event: "figures", data: latest };
      number += 1;
    }
  }
}
