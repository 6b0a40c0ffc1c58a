// What the console's API tells its pages of who is signed in.
export type { PersonAccountView, SessionView } from "../../accounts/people/show-session.ts";

/** GET /console/api/sign-in: what the page for signing in offers. */
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
