// Who makes a request with a session, and what they may do.
import { AppError } from "../../../shared/errors.ts";
import type { AccountState } from "../../db/accounts.ts";
import type { MemberRole } from "../../db/people/session-admission.ts";
import type { SignInWay } from "../../db/people/sessions.ts";

export type { MemberRole };

/** What a route of the console asks of whoever calls it. */
export type SessionRole = "person" | "member" | "owner" | "operator";

export interface SessionAccount {
  readonly id: string;
  readonly role: MemberRole;
  readonly state: AccountState;
  /** Whether its owner is blocked. */
  readonly isBlocked: boolean;
}

export interface Session {
  readonly sessionId: string;
  readonly user: { readonly id: string; readonly email: string };
  readonly isOperator: boolean;
  /** The one that was chosen; null where there is none to choose. */
  readonly account: SessionAccount | null;
  /** The network address of this request. */
  readonly origin: string;
  readonly way: SignInWay;
  readonly hasSecondFactor: boolean;
  readonly expiresAt: Date;
  /** What its requests that change something have to bring. */
  readonly csrf: string;
}

const NO_ACCOUNT = "You belong to no account here: ask for one, or have its owner invite you.";

/** The session's account, for those who belong to it. @throws AppError FORBIDDEN, ACCOUNT_BLOCKED */
export function accountOf({ account }: Session): SessionAccount {
  if (account === null) throw new AppError("FORBIDDEN", NO_ACCOUNT);
  if (account.isBlocked) throw new AppError("ACCOUNT_BLOCKED");
  return account;
}

/** @throws AppError FORBIDDEN, ACCOUNT_BLOCKED */
export function requireRole(session: Session, role: SessionRole): void {
  if (role === "person") return;
  if (role === "operator") {
    if (!session.isOperator) throw new AppError("FORBIDDEN", "Only operators of this appliance may do this.");
    return;
  }
  const account = accountOf(session);
  if (role === "owner" && account.role !== "owner") {
    throw new AppError("FORBIDDEN", "Only an owner of the account may do this.");
  }
}
