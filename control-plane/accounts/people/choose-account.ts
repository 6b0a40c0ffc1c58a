// Which of their accounts a person acts for by a session.
import type { Queryable } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { SESSION_LIMITS } from "../../../shared/limits/people.ts";
import { selectAccountsOfPerson } from "../../db/people/people.ts";
import { setSessionAccount } from "../../db/people/sessions.ts";
import type { Session } from "./session.ts";

/** Chooses the account that the session acts for. @throws AppError NOT_FOUND for one that is not the person's */
export async function chooseAccount(sql: Queryable, session: Session, accountId: string): Promise<void> {
  const rows = await selectAccountsOfPerson(
    sql,
    { userId: session.user.id, way: session.way },
    SESSION_LIMITS.accountsShown,
  );
  if (!rows.some(({ id }) => id === accountId)) {
    throw new AppError("NOT_FOUND", "You belong to no account with this id.");
  }
  await setSessionAccount(sql, session.sessionId, accountId);
}
