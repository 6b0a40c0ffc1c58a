// By what somebody whose session has ended can sign in again.
import type { SessionView, SignInView } from "../../../api-types/session.ts";

interface Somebody {
  readonly user: Pick<SessionView["user"], "hasPassword">;
  readonly isOperator: boolean;
}

export interface WaysAgain {
  /** The provider's name. */
  readonly provider: string | null;
  readonly password: boolean;
}

/** @param options undefined where the control plane could not tell them: then a password may be right */
export function waysAgain({ user, isOperator }: Somebody, options: SignInView | undefined): WaysAgain {
  const isTaken = options === undefined || options.password || isOperator;
  return { provider: options?.oidc?.name ?? null, password: user.hasPassword && isTaken };
}
