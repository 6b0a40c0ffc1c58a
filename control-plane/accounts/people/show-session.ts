// What a session's page is told of it.
import type { Queryable } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { SESSION_LIMITS } from "../../../shared/limits/people.ts";
import { selectAccountsOfPerson, selectPerson } from "../../db/people/people.ts";
import { setSessionAccount } from "../../db/people/sessions.ts";
import type { MemberRole, Session } from "./session.ts";

export interface PersonAccountView {
  readonly id: string;
  /** Its owner's address where nobody has named it. */
  readonly name: string;
  readonly state: "PENDING" | "APPROVED";
  /** Whether its owner is blocked, and with the owner the account. */
  readonly blocked: boolean;
  readonly role: MemberRole;
}

export interface SessionView {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly hasPassword: boolean;
    /** Whether a second factor is set up. */
    readonly totp: boolean;
  };
  readonly isOperator: boolean;
  /** The chosen one; null where the person belongs to none. */
  readonly account: PersonAccountView | null;
  readonly accounts: readonly PersonAccountView[];
  /** For the header `x-clipmill-csrf` of everything that is not a read. */
  readonly csrf: string;
  /** When the session ends whatever is done with it. */
  readonly expiresAt: string;
}

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
  const rows = await selectAccountsOfPerson(sql, person.id, SESSION_LIMITS.accountsShown);
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

/** Chooses the account that the session acts for. @throws AppError NOT_FOUND for one that is not the person's */
export async function chooseAccount(sql: Queryable, session: Session, accountId: string): Promise<void> {
  const rows = await selectAccountsOfPerson(sql, session.user.id, SESSION_LIMITS.accountsShown);
  if (!rows.some(({ id }) => id === accountId)) {
    throw new AppError("NOT_FOUND", "You belong to no account with this id.");
  }
  await setSessionAccount(sql, session.sessionId, accountId);
}
