// Why somebody did not come in by single sign-on. The browser is told the word alone, for which the page for signing in
// has a sentence: nothing that a provider wrote, or that stands in an address, is ever shown. The log has the details.

/** The page's sentences are keyed by these. */
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

export class SignOnRefused extends Error {
  readonly failure: SignOnFailure;

  /** @param detail for the log */
  constructor(failure: SignOnFailure, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = "SignOnRefused";
    this.failure = failure;
  }
}
