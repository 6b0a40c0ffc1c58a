// A sign-in that a browser has begun, for tests of the provider alone.
import type { PendingSignOn } from "../../../control-plane/accounts/sign-on/pending-sign-on.ts";

export const PENDING: PendingSignOn = {
  state: "state",
  nonce: "nonce",
  verifier: "v".repeat(43),
  redirectUri: "https://clips.example.com/console/api/oidc/callback",
  returnPath: "/console/",
  userId: null,
  endsAtMs: 0,
};
