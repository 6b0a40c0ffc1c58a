// What the console's API tells its page of single sign-on.

/** `?failed=` of the page for signing in, whose sentences are keyed by these. */
export type SignOnFailure =
  /** The browser brings no sign-in that it has begun, or one that is over. */
  | "expired"
  /** The reply is for another sign-in than the browser's. */
  | "other"
  /** The person, or the provider, said no. */
  | "denied"
  /** The provider does not answer. */
  | "unreachable"
  /** The provider refuses the code, or its answer cannot be believed. */
  | "refused"
  | "no-email"
  | "unverified-email"
  /** The address is somebody's who signs in here by other ways. */
  | "known"
  /** The identity is linked to somebody else. */
  | "linked"
  /** The person has another identity at the provider. */
  | "another"
  /** The person has only asked for an account, and the identity is not proven to have their address. */
  | "not-approved"
  | "not-allowed"
  /** So many groups that the provider does not list them. */
  | "too-many-groups"
  /** Nobody new may ask for an account. */
  | "closed"
  /** Too many accounts wait. */
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
