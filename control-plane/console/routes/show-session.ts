// What a session's page is told of it.
import type { Queryable } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { SESSION_LIMITS } from "../../../shared/limits/people.ts";
import type { Session } from "../../accounts/people/session.ts";
import { selectAccountsOfPerson, selectPerson } from "../../db/people/people.ts";
import type { SessionView } from "../api-types/session.ts";

/**
 * @param accountId the chosen one, which may have changed since the session was admitted
 * @throws AppError UNAUTHENTICATED where the person has gone meanwhile
 */
export async function showSession(
  sql: Queryable,
  session: Session,
  accountId: string | undefined,
): Promise<SessionView> {
  const person = await selectPerson(sql, session.user.id);
  if (person === undefined) throw new AppError("UNAUTHENTICATED");
  const rows = await selectAccountsOfPerson(
    sql,
    { userId: person.id, way: session.way },
    SESSION_LIMITS.accountsShown,
  );
  const accounts = rows.map(({ is_blocked: blocked, ...account }) => ({ ...account, blocked }));
  return {
    user: {
      id: person.id,
      email: person.email,
      hasPassword: person.password_hash !== null,
      totp: session.hasSecondFactor,
    },
    isOperator: session.isOperator,
    account: accounts.find(({ id }) => id === accountId) ?? null,
    accounts,
    csrf: session.csrf,
    expiresAt: session.expiresAt.toISOString(),
  };
}
