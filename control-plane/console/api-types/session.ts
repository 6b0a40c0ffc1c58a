// What the console's API tells its page of who is signed in, and of the ways to sign in. Types alone, and none of the
// server's own: the browser's side is checked without the server's.

/** An account as one of its people sees it. */
export interface PersonAccountView {
  readonly id: string;
  /** Its owner's address where nobody has named it. */
  readonly name: string;
  readonly state: "PENDING" | "APPROVED";
  /** Whether its owner is blocked, and with the owner the account. */
  readonly blocked: boolean;
  readonly role: "owner" | "member";
}

/** `GET /console/api/session`. */
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
  /** When the session ends whatever is done with it; ISO 8601, UTC. */
  readonly expiresAt: string;
}

/** `GET /console/api/sign-in`: what the page for signing in offers. */
export interface SignInView {
  /** Whether strangers may ask for an account. */
  readonly asksAllowed: boolean;
  /** Whether people sign in with passwords. */
  readonly password: boolean;
  /** The provider of single sign-on, by the name that people know it by. */
  readonly oidc: { readonly name: string } | null;
  /** Whether this appliance has no operator yet. */
  readonly setup: boolean;
  /** Whether this page came over a line that others may read. */
  readonly insecure: boolean;
}

/** One of `GET /console/api/sessions`. */
export interface OwnSessionView {
  readonly id: string;
  /** Whether it is the one that asks. */
  readonly current: boolean;
  readonly way: "password" | "oidc";
  /** The network address of the sign-in. */
  readonly origin: string;
  /** Such as "Firefox on Windows"; null for a program that is none of the browsers. */
  readonly browser: string | null;
  readonly createdAt: string;
  /** To the minute. */
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

/** `DELETE /console/api/sessions`: all save for the one that asks. */
export interface EndedSessionsView {
  readonly ended: number;
}
