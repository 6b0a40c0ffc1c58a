// What the console's API tells its page of single sign-on.

/** `?failed=` of the page for signing in. */
export type SignOnFailure =
  | "expired"
  | "other"
  | "denied"
  | "unreachable"
  | "refused"
  | "no-email"
  | "unverified-email"
  | "known"
  | "linked"
  | "another"
  | "not-allowed"
  | "too-many-groups"
  | "closed"
  | "full"
  | "blocked"
  | "throttled"
  | "failed";

/** `GET /console/api/oidc`. */
export interface SignOnView {
  /** What people know the provider by. */
  readonly name: string;
  /** Whether the reader can sign in there. */
  readonly linked: boolean;
}

/** `POST /console/api/oidc/link`. */
export interface SignOnLinkView {
  /** Where the browser is to go. */
  readonly url: string;
}
