// Watches the tasks of accounts for the console's streams, one a tab: one loop, one statement at a time for a few
// accounts, and none while no stream is open. What has changed is told by comparing how often each task has changed; a
// task that has left the newest is told of once more, since that is how most end. Streams whose session has ended, or
// whose person has left the account, are closed within seconds.
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { CONSOLE_STREAM_LIMITS, SESSION_LIMITS } from "../../../shared/limits/people.ts";
import type { Logger } from "../../../shared/logger.ts";
import { selectActiveSessions } from "../../db/people/active-sessions.ts";
import { type AccountTaskRevision, selectAccountTaskRevisions } from "../../db/tasks/account-changes.ts";
import { AccountStream } from "./account-stream.ts";

/** Who opens a stream. */
export interface StreamOwner {
  readonly sessionId: string;
  readonly userId: string;
  readonly accountId: string;
}

interface OpenStream extends StreamOwner {
  readonly stream: AccountStream;
}

interface WatchedAccount {
  readonly streams: Set<AccountStream>;
  /** How often each of its newest tasks had changed at the last look; undefined before the first. */
  seen?: ReadonlyMap<string, string>;
}

function revisionOf({ revision, run_revision }: AccountTaskRevision): string {
  return `${revision} ${run_revision ?? ""}`;
}

/** Tasks that are new, have changed, or are no longer among the newest. */
function changedSince(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const changed = [...now].filter(([id, revision]) => before.get(id) !== revision).map(([id]) => id);
  const gone = [...before.keys()].filter((id) => !now.has(id));
  return [...changed, ...gone];
}

/** One a process, which looks from the first stream that is opened until the last one is closed. */
export class AccountWatch {
  readonly #sql: Sql;
  readonly #logger: Logger;
  readonly #stopped = new AbortController();
  readonly #accounts = new Map<string, WatchedAccount>();
  readonly #open = new Set<OpenStream>();
  #isRunning = false;
  #checkAtMs = 0;

  constructor(sql: Sql, logger: Logger) {
    this.#sql = sql;
    this.#logger = logger;
  }

  /**
   * Tells of each change of an account's tasks from the first look on, by which the stream is ready.
   * @throws AppError RATE_LIMITED when the person has as many streams as they may; UNAVAILABLE when the process has, or
   * is stopping
   */
  open(owner: StreamOwner): AccountStream {
    const { ofPerson, ofProcess, waitingTasks } = CONSOLE_STREAM_LIMITS;
    if (this.#stopped.signal.aborted || this.#open.size >= ofProcess) throw new AppError("UNAVAILABLE");
    const ofOwner = [...this.#open].filter(({ userId }) => userId === owner.userId);
    if (ofOwner.length >= ofPerson) throw new AppError("RATE_LIMITED");
    const account = this.#accounts.get(owner.accountId) ?? { streams: new Set() };
    const stream = new AccountStream(waitingTasks, () => {
      this.#open.delete(entry);
      account.streams.delete(stream);
      if (account.streams.size === 0) this.#accounts.delete(owner.accountId);
    });
    const entry = { ...owner, stream };
    this.#open.add(entry);
    account.streams.add(stream);
    this.#accounts.set(owner.accountId, account);
    if (account.seen !== undefined) stream.ready();
    this.#start();
    return stream;
  }

  /** Closes every stream; `open` refuses from then on. */
  close(): void {
    this.#stopped.abort();
    for (const { stream } of [...this.#open]) stream.close();
  }

  #start(): void {
    if (this.#isRunning || this.#stopped.signal.aborted) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (this.#open.size > 0 && !signal.aborted) {
      try {
        await this.#look();
      } catch (error) {
        this.#logger.warn({ err: error }, "tasks of accounts were not watched");
      }
      const wait = pause(CONSOLE_STREAM_LIMITS.pollMs, undefined, { signal, ref: false });
      await wait.catch(() => undefined);
    }
    this.#isRunning = false;
  }

  async #look(): Promise<void> {
    if (performance.now() >= this.#checkAtMs) {
      await this.#closeEnded();
      this.#checkAtMs = performance.now() + CONSOLE_STREAM_LIMITS.checkMs;
    }
    const accountIds = [...this.#accounts.keys()];
    const { accountsPerStatement } = CONSOLE_STREAM_LIMITS;
    for (let from = 0; from < accountIds.length; from += accountsPerStatement) {
      await this.#lookAt(accountIds.slice(from, from + accountsPerStatement));
    }
  }

  async #closeEnded(): Promise<void> {
    const asked = [...this.#open];
    if (asked.length === 0) return;
    const living = await selectActiveSessions(this.#sql, asked, SESSION_LIMITS.idleMs);
    for (const { sessionId, stream } of asked) if (!living.has(sessionId)) stream.close();
  }

  async #lookAt(accountIds: readonly string[]): Promise<void> {
    const { openTasks: open, endedTasks: ended } = CONSOLE_STREAM_LIMITS;
    const rows = await selectAccountTaskRevisions(this.#sql, accountIds, { open, ended });
    const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
    for (const accountId of accountIds) {
      const now = new Map((byAccount.get(accountId) ?? []).map((row) => [row.id, revisionOf(row)]));
      this.#tell(accountId, now);
    }
  }

  #tell(accountId: string, now: ReadonlyMap<string, string>): void {
    const account = this.#accounts.get(accountId);
    if (account === undefined) return;
    if (account.seen === undefined) for (const stream of account.streams) stream.ready();
    const changed = account.seen === undefined ? [] : changedSince(account.seen, now);
    if (changed.length > CONSOLE_STREAM_LIMITS.waitingTasks) {
      for (const stream of account.streams) stream.reload();
    } else if (changed.length > 0) {
      for (const stream of account.streams) stream.deliver(changed);
    }
    account.seen = now;
  }
}
