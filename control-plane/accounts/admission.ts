// Decides whether requests are admitted: key, account, owner, address, rate limits, in the API's order. Requests that arrive
// while one statement is under way are decided by the next, so that a busy process pays one round trip for hundreds of
// requests, and an idle one waits for nothing. A process runs one statement at a time, since several would only wait for the
// same rows.
import { hash } from "node:crypto";
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { ADMISSION_LIMITS } from "../../shared/limits/requests.ts";
import { type AdmissionRow, type DefaultLimits, selectAdmissions } from "../db/admission.ts";
import type { Credential } from "../db/people/active-sessions.ts";
import { repeatOnCollision } from "../db/repeat-statement.ts";
import type { Scope } from "./scopes.ts";
import { UnknownKeys } from "./unknown-keys.ts";

/** Who makes a request, and what the same statement has read of the account. */
export interface Caller {
  /** The id of its key; of a person who is signed in, theirs and the account's with a space between. */
  readonly callerId: string;
  /** What they have shown for it. */
  readonly credential: Credential;
  readonly accountId: string;
  readonly scopes: readonly string[];
  readonly balance: AccountBalance;
  /** The database's clock at this decision, as Unix time. */
  readonly databaseTimeMs: number;
}

/** The account at the moment of admission; moods are exact decimals as text. */
export interface AccountBalance {
  readonly moodsGranted: string;
  readonly moodsUsed: string;
  readonly priceMultiplier: string;
  readonly perMinute: number;
  readonly perDay: number;
  readonly accountPerMinute: number;
  readonly accountPerDay: number;
}

export interface Admission {
  /**
   * Admits the holder of a key and counts the request.
   * @throws AppError UNAUTHENTICATED, ACCOUNT_NOT_APPROVED, ACCOUNT_BLOCKED, IP_NOT_ALLOWED, RATE_LIMITED, in this
   * order; UNAVAILABLE when too many requests wait already, RATE_LIMITED also for junk keys (see unknown-keys.ts)
   */
  admit(secret: string | undefined, clientAddress: string): Promise<Caller>;
}

/** A request over its key's limits. It is counted and recorded for its account like any other. */
export class RateLimited extends AppError {
  readonly accountId: string;

  constructor(accountId: string) {
    super("RATE_LIMITED");
    this.accountId = accountId;
  }
}

/** The longest header value that is worth hashing. */
const MAX_SECRET_LENGTH = 256;

interface Waiting {
  readonly resolve: (caller: Caller) => void;
  readonly reject: (error: unknown) => void;
}

interface Group {
  /** SHA-256 in hexadecimal digits. */
  readonly secretHash: string;
  /** Whether this process has admitted the key lately. */
  readonly isKnown: boolean;
  readonly clientAddress: string;
  readonly waiting: Waiting[];
}

function callerOf(row: AdmissionRow, { secretHash, clientAddress }: Group): Caller {
  return {
    callerId: row.key_id,
    credential: { keyId: row.key_id, secretHash, clientAddress },
    accountId: row.account_id,
    scopes: row.scopes,
    databaseTimeMs: row.decided_at_ms,
    balance: {
      moodsGranted: row.moods_granted,
      moodsUsed: row.moods_used,
      priceMultiplier: row.price_multiplier,
      perMinute: row.per_minute,
      perDay: row.per_day,
      accountPerMinute: row.account_per_minute,
      accountPerDay: row.account_per_day,
    },
  };
}

/** Why a whole group is refused, before any rate limit. */
function refusalOf(row: AdmissionRow | undefined): AppError | undefined {
  if (row === undefined || !row.usable) return new AppError("UNAUTHENTICATED");
  if (row.account_state !== "APPROVED") return new AppError("ACCOUNT_NOT_APPROVED");
  if (row.owner_blocked) return new AppError("ACCOUNT_BLOCKED");
  return row.ip_allowed ? undefined : new AppError("IP_NOT_ALLOWED");
}

function settle(group: Group, row: AdmissionRow | undefined): void {
  const refusal = refusalOf(row);
  if (refusal !== undefined || row === undefined) {
    for (const { reject } of group.waiting) reject(refusal);
    return;
  }
  const caller = callerOf(row, group);
  const room = Math.min(row.per_minute - (row.minute_before ?? 0), row.per_day - (row.day_before ?? 0));
  group.waiting.forEach(({ resolve, reject }, index) => {
    if (index < room) resolve(caller);
    else reject(new RateLimited(caller.accountId));
  });
}

/** Takes groups for the next statement out of those that wait: those of known keys first. */
function takeGroups(gathering: Map<string, Group>): Group[] {
  const groups = [...gathering.values()].sort((a, b) => Number(b.isKnown) - Number(a.isKnown));
  const taken = groups.slice(0, ADMISSION_LIMITS.groupsPerStatement);
  for (const group of taken) gathering.delete(nameOf(group.clientAddress, group.secretHash));
  return taken;
}

function nameOf(clientAddress: string, secretHash: string): string {
  return `${clientAddress} ${secretHash}`;
}

class BatchedAdmission implements Admission {
  readonly #sql: Queryable;
  readonly #defaults: DefaultLimits;
  readonly #gathering = new Map<string, Group>();
  readonly #unknownKeys = new UnknownKeys();
  #waitingCount = 0;
  #isDeciding = false;

  constructor(sql: Queryable, defaults: DefaultLimits) {
    this.#sql = sql;
    this.#defaults = defaults;
  }

  async admit(secret: string | undefined, clientAddress: string): Promise<Caller> {
    if (secret === undefined || secret === "" || secret.length > MAX_SECRET_LENGTH) {
      throw new AppError("UNAUTHENTICATED");
    }
    if (this.#waitingCount >= ADMISSION_LIMITS.waitingRequests) throw new AppError("UNAVAILABLE");
    const { waiting } = this.#groupOf(hash("sha256", secret), clientAddress);
    const admitted = new Promise<Caller>((resolve, reject) => waiting.push({ resolve, reject }));
    // What arrives in this same turn of the event loop belongs to the same statement.
    if (!this.#isDeciding) {
      this.#isDeciding = true;
      setImmediate(() => void this.#decideAll());
    }
    return admitted;
  }

  /** The group that one more request joins. @throws what UnknownKeys throws where an address has too many */
  #groupOf(secretHash: string, clientAddress: string): Group {
    const name = nameOf(clientAddress, secretHash);
    const group = this.#gathering.get(name) ?? {
      secretHash,
      isKnown: this.#unknownKeys.isKnown(secretHash),
      clientAddress,
      waiting: [],
    };
    if (!group.isKnown) this.#unknownKeys.enter(clientAddress, secretHash);
    this.#waitingCount += 1;
    this.#gathering.set(name, group);
    return group;
  }

  async #decideAll(): Promise<void> {
    this.#isDeciding = true;
    while (this.#gathering.size > 0) {
      const groups = takeGroups(this.#gathering);
      for (const { waiting } of groups) this.#waitingCount -= waiting.length;
      await this.#decide(groups);
    }
    this.#isDeciding = false;
  }

  async #decide(groups: readonly Group[]): Promise<void> {
    const input = groups.map(({ secretHash, clientAddress, waiting }) => ({
      secretHash,
      clientAddress,
      requests: waiting.length,
    }));
    try {
      const rows = await repeatOnCollision(ADMISSION_LIMITS.deadlockAttempts, () =>
        selectAdmissions(this.#sql, input, this.#defaults),
      );
      const byGroup = new Map(rows.map((row) => [row.group_index, row]));
      groups.forEach((group, index) => {
        this.#note(group, byGroup.get(index + 1));
        settle(group, byGroup.get(index + 1));
      });
    } catch (error) {
      for (const { secretHash, isKnown, clientAddress, waiting } of groups) {
        if (!isKnown)
          this.#unknownKeys.decided(clientAddress, secretHash, {
            requests: waiting.length,
            isRefused: false,
          });
        for (const { reject } of waiting) reject(error);
      }
    }
  }

  #note({ secretHash, isKnown, clientAddress, waiting }: Group, row: AdmissionRow | undefined): void {
    const isUsable = row?.usable === true;
    if (!isKnown)
      this.#unknownKeys.decided(clientAddress, secretHash, {
        requests: waiting.length,
        isRefused: !isUsable,
      });
    if (isUsable) this.#unknownKeys.remember(secretHash);
    else this.#unknownKeys.forget(secretHash);
  }
}

/**
 * Admits requests by their API keys: key, account, address and limits in one statement for all that wait at a
 * moment.
 * @param sql a connection of admission's own, so that no other query stands in its way
 */
export function createAdmission(sql: Queryable, defaults: DefaultLimits): Admission {
  return new BatchedAdmission(sql, defaults);
}

/** @throws AppError SCOPE_MISSING unless the caller's key carries the scope */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.includes(scope))
    throw new AppError("SCOPE_MISSING", `The API key lacks the scope ${scope}.`);
}
