// Admits requests that come with a session: those of the console's own routes, and those that a person makes to the API
// for an account of theirs. All that wait at a moment share a statement, on admission's connection; strangers with made-up
// sessions have the same bounds there as strangers with made-up keys.

import { batchCalls } from "../../../shared/db/batch-calls.ts";
import type { Queryable } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { SESSION_LIMITS } from "../../../shared/limits/people.ts";
import { ADMISSION_LIMITS } from "../../../shared/limits/requests.ts";
import type { DefaultLimits } from "../../db/admission.ts";
import {
  type AskedSession,
  type SessionRow,
  selectSessionAdmissions,
} from "../../db/people/session-admission.ts";
import { repeatOnCollision } from "../../db/repeat-statement.ts";
import { type Caller, RateLimited } from "../admission.ts";
import { SCOPES } from "../scopes.ts";
import { UnknownKeys } from "../unknown-keys.ts";
import { csrfTokenOf } from "./csrf-token.ts";
import { hashSecretText, isSecretText } from "./secret-text.ts";
import { accountOf, type Session, type SessionAccount } from "./session.ts";

export interface SessionAdmission {
  /**
   * The session of a request to the console; the request is counted for its person.
   * @param isUse false for one that lets the session end as if it had not been made; true where not given
   * @throws AppError UNAUTHENTICATED, RATE_LIMITED, UNAVAILABLE
   */
  admitSession(secret: string | undefined, clientAddress: string, isUse?: boolean): Promise<Session>;
  /** The same session as it is now, of a request that was admitted and counted. @throws AppError as admitSession */
  readAgain(secret: string | undefined, clientAddress: string): Promise<Session>;
  /**
   * Admits a request to the API as one of the session's account, with all scopes and within the account's limits.
   * @param isUse as for admitSession
   * @throws AppError UNAUTHENTICATED, FORBIDDEN without an account, ACCOUNT_NOT_APPROVED, ACCOUNT_BLOCKED, RATE_LIMITED,
   * UNAVAILABLE
   */
  admitCaller(secret: string | undefined, clientAddress: string, isUse?: boolean): Promise<Caller>;
}

const SIGN_IN = "Sign in: there is no session, or it has ended.";

function accountIn(row: SessionRow): SessionAccount | null {
  const { account_id: id, role, account_state: state } = row;
  if (id === null || role === null || state === null) return null;
  return { id, role, state, isBlocked: row.account_blocked === true };
}

function sessionOf(row: SessionRow, secret: string, origin: string): Session {
  return {
    sessionId: row.session_id,
    user: { id: row.user_id, email: row.email },
    isOperator: row.is_operator,
    account: accountIn(row),
    origin,
    way: row.way,
    hasSecondFactor: row.has_second_factor,
    expiresAt: row.expires_at,
    csrf: csrfTokenOf(secret),
  };
}

function callerOf(row: SessionRow, accountId: string): Caller {
  return {
    callerId: `${row.user_id} ${accountId}`,
    credential: { sessionId: row.session_id, accountId },
    accountId,
    scopes: SCOPES,
    databaseTimeMs: row.decided_at_ms,
    balance: {
      moodsGranted: row.moods_granted ?? "0",
      moodsUsed: row.moods_used ?? "0",
      priceMultiplier: row.price_multiplier ?? "1",
      perMinute: row.account_per_minute,
      perDay: row.account_per_day,
      accountPerMinute: row.account_per_minute,
      accountPerDay: row.account_per_day,
    },
  };
}

function isOver(row: SessionRow, perMinute: number, perDay: number): boolean {
  return (row.minute_before ?? 0) >= perMinute || (row.day_before ?? 0) >= perDay;
}

/** The sessions that were asked for, in their order; undefined for each that does not last. */
async function readSessions(
  sql: Queryable,
  asked: readonly AskedSession[],
  defaults: DefaultLimits,
): Promise<(SessionRow | undefined)[]> {
  const { idleMs, touchMs } = SESSION_LIMITS;
  const rows = await repeatOnCollision(ADMISSION_LIMITS.deadlockAttempts, () =>
    selectSessionAdmissions(sql, asked, defaults, { idleMs, touchMs }),
  );
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_session, index) => byPlace.get(index + 1));
}

/**
 * Admits the requests of the console by their session. Those that wait at a moment share one statement.
 * @param sql admission's connection, so that no other query stands in its way
 */
export function createSessionAdmission(sql: Queryable, defaults: DefaultLimits): SessionAdmission {
  const unknown = new UnknownKeys();
  const ask = batchCalls(
    (asked: readonly AskedSession[]) => readSessions(sql, asked, defaults),
    SESSION_LIMITS.perStatement,
  );
  let waiting = 0;

  const find = async (
    secret: string | undefined,
    address: string,
    asked: Omit<AskedSession, "secretHash">,
  ): Promise<SessionRow> => {
    if (secret === undefined || !isSecretText(secret)) throw new AppError("UNAUTHENTICATED", SIGN_IN);
    if (waiting >= SESSION_LIMITS.waiting) throw new AppError("UNAVAILABLE");
    const secretHash = hashSecretText(secret);
    const isKnown = unknown.isKnown(secretHash);
    if (!isKnown) unknown.enter(address, secretHash);
    waiting += 1;
    let row: SessionRow | undefined;
    let isDecided = false;
    try {
      row = await ask({ secretHash, ...asked });
      isDecided = true;
    } finally {
      waiting -= 1;
      if (!isKnown)
        unknown.decided(address, secretHash, { requests: 1, isRefused: isDecided && row === undefined });
    }
    if (row === undefined) {
      unknown.forget(secretHash);
      throw new AppError("UNAUTHENTICATED", SIGN_IN);
    }
    unknown.remember(secretHash);
    return row;
  };

  return {
    async admitSession(secret, clientAddress, isUse = true) {
      const row = await find(secret, clientAddress, { countedFor: "person", isUse });
      if (isOver(row, SESSION_LIMITS.perMinute, SESSION_LIMITS.perDay)) throw new AppError("RATE_LIMITED");
      return sessionOf(row, secret ?? "", clientAddress);
    },
    async readAgain(secret, clientAddress) {
      return sessionOf(
        await find(secret, clientAddress, { countedFor: null, isUse: true }),
        secret ?? "",
        clientAddress,
      );
    },
    async admitCaller(secret, clientAddress, isUse = true) {
      const row = await find(secret, clientAddress, { countedFor: "account", isUse });
      const account = accountIn(row);
      if (account !== null && account.state !== "APPROVED") throw new AppError("ACCOUNT_NOT_APPROVED");
      const { id } = accountOf(sessionOf(row, secret ?? "", clientAddress));
      if (isOver(row, row.account_per_minute, row.account_per_day)) throw new RateLimited(id);
      return callerOf(row, id);
    },
  };
}
