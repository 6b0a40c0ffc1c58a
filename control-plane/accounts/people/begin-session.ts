// Beginning and ending sessions. A new one has a new secret always, and the one that the browser brought ends: nobody is
// signed in with a secret that somebody else has chosen.
import type { Sql, TransactionSql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { SESSION_LIMITS } from "../../../shared/limits/people.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import { selectAccountsOfPerson } from "../../db/people/people.ts";
import {
  deleteSessionOf,
  deleteSpareSessions,
  insertSession,
  type SignInWay,
} from "../../db/people/sessions.ts";
import { nameBrowser } from "./name-browser.ts";
import { hashSecretText, isSecretText, newSecretText } from "./secret-text.ts";
import type { RequestOrigin } from "./throttle.ts";

/** Where a request comes from that may begin a session. */
export interface SessionOrigin extends RequestOrigin {
  /** What the browser brought, whatever it is. */
  readonly formerSecret: string | undefined;
  /** What the browser says that it is. */
  readonly userAgent: string | undefined;
}

export interface SessionToBegin extends Omit<SessionOrigin, "claimant"> {
  readonly userId: string;
  readonly way: SignInWay;
  /** Until when it lasts at most, where it goes on for one that has ended. */
  readonly endsAt?: Date;
}

/** How long a session lasts at most. */
export function lifetimeMs(way: SignInWay): number {
  return way === "oidc" ? SESSION_LIMITS.absoluteSignOnMs : SESSION_LIMITS.absoluteMs;
}

/** Begins a session with the person's first account. Returns what the browser is to carry. */
export function beginSession(sql: Sql | TransactionSql, session: SessionToBegin): Promise<string> {
  const { userId, way, clientAddress, formerSecret, userAgent, endsAt } = session;
  const leftMs = endsAt === undefined ? Number.POSITIVE_INFINITY : endsAt.getTime() - Date.now();
  const { idleMs, ofPerson, sweptAtOnce } = SESSION_LIMITS;
  return inTransaction(sql, async (transaction) => {
    if (formerSecret !== undefined && isSecretText(formerSecret)) {
      await deleteSessionOf(transaction, hashSecretText(formerSecret));
    }
    await deleteSpareSessions(transaction, userId, { idleMs, kept: ofPerson - 1, sweptAtOnce });
    const [account] = await selectAccountsOfPerson(transaction, { userId, way }, 1);
    const secret = newSecretText();
    await insertSession(transaction, {
      id: newId("session"),
      secretHash: hashSecretText(secret),
      userId,
      accountId: account?.id ?? null,
      way,
      origin: clientAddress,
      browser: nameBrowser(userAgent),
      absoluteMs: Math.max(0, Math.min(lifetimeMs(way), leftMs)),
    });
    return secret;
  });
}
