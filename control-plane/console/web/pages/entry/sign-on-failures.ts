// What is said of a single sign-on that did not work. The address has a word for it, and never the text: whoever makes a
// link to this page does not write on it.
import type { SignOnFailure } from "../../../api-types/sign-on.ts";

const REASONS: Readonly<Record<SignOnFailure, (provider: string) => string>> = {
  expired: () => "It took too long, or was begun in another browser. Begin again.",
  other: () => "Another sign-in was begun in this browser meanwhile. Begin again.",
  denied: (provider) => `${provider} did not let you in, or you said no there.`,
  unreachable: (provider) =>
    `${provider} does not answer. Try again in a minute, and tell an operator if it lasts.`,
  refused: (provider) =>
    `The answer of ${provider} could not be used. Begin again, and tell an operator if it lasts.`,
  "no-email": (provider) =>
    `${provider} did not tell your e-mail address. Ask an operator to allow it there.`,
  "unverified-email": (provider) =>
    `${provider} does not say that your e-mail address is verified. Verify it there, or ask an operator.`,
  known: (provider) =>
    `Your e-mail address is known here already. Sign in as you did before, then connect ${provider} in Settings; or ask an operator.`,
  another: (provider) => `You are connected with another sign-in of ${provider} already. Ask an operator.`,
  "not-approved": (provider) =>
    `Your account waits for an operator. Until it is approved, you can connect only a sign-in of ${provider} with your own, verified e-mail address; connect this one once your account is approved.`,
  linked: (provider) => `This sign-in of ${provider} belongs to somebody else here. Ask an operator.`,
  "not-allowed": () => "You are not among those who may use this appliance. Ask an operator.",
  "too-many-groups": (provider) =>
    `You are in so many groups that ${provider} does not list them. An operator has to have it send fewer.`,
  closed: () => "New accounts are made by this appliance's operators. Ask one of them.",
  full: () => "Too many requests for an account wait already. Ask an operator.",
  blocked: () => "You are blocked here. Ask an operator.",
  throttled: () => "Too many tries. Try again in a quarter of an hour.",
  failed: () => "Something went wrong here. Try again in a minute.",
};

/** A sentence for the word in the address, whatever it is. */
export function signOnFailure(word: string, provider: string): string {
  const known = Object.entries(REASONS).find(([failure]) => failure === word);
  return (known?.[1] ?? REASONS.failed)(provider);
}
