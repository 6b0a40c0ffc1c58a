// Where a person is signed in: all their sessions that last, and the ending of them.
import type { Queryable } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { SESSION_LIMITS } from "../../../shared/limits/people.ts";
import type { OwnSessionView } from "../../console/api-types/session.ts";
import { deleteOtherSessions, deleteOwnSession, selectSessionsOf } from "../../db/people/sessions.ts";
import type { Session } from "./session.ts";

/** The present one first, then those that were used last. */
export async function listOwnSessions(
  sql: Queryable,
  { user, sessionId }: Session,
): Promise<OwnSessionView[]> {
  const { idleMs, ofPerson } = SESSION_LIMITS;
  const rows = await selectSessionsOf(sql, user.id, { idleMs, limit: ofPerson });
  const views = rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    way: row.way,
    origin: row.origin,
    browser: row.browser,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
  return views.toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** @throws AppError NOT_FOUND for one that is over, or is not the person's */
export async function endOwnSession(sql: Queryable, { user }: Session, id: string): Promise<void> {
  if (!(await deleteOwnSession(sql, user.id, id))) {
    throw new AppError("NOT_FOUND", "You have no such session: it may have ended already.");
  }
}

/** Ends all but the one that asks; returns how many. */
export function endOtherSessions(sql: Queryable, { user, sessionId }: Session): Promise<number> {
  return deleteOtherSessions(sql, user.id, sessionId);
}
