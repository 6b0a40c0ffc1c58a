// Single sign-on, from the page for signing in to the provider and back to a session. People who come this way are not
// asked for a second factor here: that is the provider's, which knows theirs.

import { timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ResponseBodyError, randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import type { Sql } from "../../../shared/db/connect.ts";
import { SIGN_ON_LIMITS } from "../../../shared/limits/people.ts";
import type { Logger } from "../../../shared/logger.ts";
import type { SignOnFailure } from "../../console/api-types/sign-on.ts";
import { beginSession, type SessionOrigin } from "../people/begin-session.ts";
import { type RequestOrigin, Throttled, throttledCode, WrongSecret } from "../people/throttle.ts";
import { findPersonOf } from "./find-person.ts";
import { followGroups } from "./follow-groups.ts";
import { openPending, type PendingSignOn, sealPending } from "./pending-sign-on.ts";
import { type ProvidedPerson, Provider } from "./provider.ts";
import { SignOnRefused } from "./sign-on-refused.ts";
import type { SignOnSettings } from "./sign-on-settings.ts";

export interface SignOnOptions {
  readonly settings: SignOnSettings;
  /** Each opens what a browser carries; the first one seals it. */
  readonly secrets: readonly [string, ...string[]];
  readonly logger: Logger;
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Whether the provider refused the code itself. Any other refusal is a fault of its settings or of ours, and no guess. */
function isWrongCode({ cause }: SignOnRefused): boolean {
  return cause instanceof ResponseBodyError && cause.error === "invalid_grant";
}

export class SignOn {
  readonly settings: SignOnSettings;
  readonly #secrets: readonly [string, ...string[]];
  readonly #provider: Provider;
  readonly #logger: Logger;

  constructor({ settings, secrets, logger }: SignOnOptions) {
    this.settings = settings;
    this.#secrets = secrets;
    this.#provider = new Provider(settings, logger);
    this.#logger = logger;
  }

  /**
   * Begins a sign-in: where the browser is to go, and what it is to carry until it comes back.
   * @throws SignOnRefused unreachable
   */
  async begin(
    asked: Pick<PendingSignOn, "redirectUri" | "returnPath" | "userId">,
  ): Promise<{ readonly url: string; readonly carried: string }> {
    const pending: PendingSignOn = {
      ...asked,
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
      endsAtMs: Date.now() + SIGN_ON_LIMITS.pendingMs,
    };
    return { url: await this.#provider.signInUrl(pending), carried: sealPending(this.#secrets, pending) };
  }

  /** The issuer of identities at the provider; as the setting has it while the provider is away or slow to tell. */
  async issuer(): Promise<string> {
    const { issuer } = this.settings;
    const told = this.#provider.issuer().catch(() => issuer);
    return Promise.race([told, pause(SIGN_ON_LIMITS.issuerMs, issuer, { ref: false })]);
  }

  /** The sign-in that a browser has begun; undefined where it carries none that lasts. */
  pendingOf(carried: string | undefined): PendingSignOn | undefined {
    return openPending(this.#secrets, carried);
  }

  /**
   * Checks that the provider's reply is for this sign-in, and that it is no refusal.
   * @param query of the address to which the provider sent the browser
   * @throws SignOnRefused
   */
  checkReply(query: string, pending: PendingSignOn): void {
    const reply = new URLSearchParams(query);
    if (!isEqual(reply.get("state") ?? "", pending.state)) {
      throw new SignOnRefused("other", "the reply's state is not the one of the browser's sign-in");
    }
    const error = reply.get("error");
    if (error === null) return;
    const detail = `the provider answered ${error}: ${reply.get("error_description") ?? ""}`;
    throw new SignOnRefused(error === "access_denied" ? "denied" : "refused", detail);
  }

  /** Who came back; codes that the provider refuses count as guesses. @throws SignOnRefused, Throttled */
  async personOf(
    sql: Sql,
    query: string,
    pending: PendingSignOn,
    origin: RequestOrigin,
  ): Promise<ProvidedPerson> {
    let refused: SignOnRefused | undefined;
    const ask = async (): Promise<ProvidedPerson> => {
      try {
        return await this.#provider.personOf(query, pending);
      } catch (error) {
        if (!(error instanceof SignOnRefused && isWrongCode(error))) throw error;
        refused = error;
        throw new WrongSecret(error.message);
      }
    };
    try {
      return await throttledCode(sql, origin, ask);
    } catch (error) {
      throw error instanceof WrongSecret && refused !== undefined ? refused : error;
    }
  }

  /**
   * Signs somebody in, with what their groups give them. Returns what the browser is to carry for its session.
   * @throws SignOnRefused
   */
  async signIn(
    sql: Sql,
    provided: ProvidedPerson,
    asksAllowed: boolean,
    origin: SessionOrigin,
  ): Promise<string> {
    const { secret, missing } = await sql.begin(async (transaction) => {
      const found = { signedInAs: null, asksAllowed, origin: origin.clientAddress };
      const person = await findPersonOf(transaction, this.settings, provided, found);
      const member = { person, groups: provided.groups, origin: origin.clientAddress };
      const missing = await followGroups(transaction, this.settings, member);
      const secret = await beginSession(transaction, { userId: person.id, way: "oidc", ...origin });
      return { secret, missing };
    });
    if (missing.length > 0) {
      this.#logger.warn(
        { accounts: missing },
        "CLIPMILL_OIDC_ROLES names accounts that are unknown or have as many people as they may have",
      );
    }
    return secret;
  }

  /** The word for the page of what went wrong; the log has the rest. */
  failureOf(error: unknown, requestId: string): SignOnFailure {
    if (error instanceof SignOnRefused) {
      const { failure, message: problem } = error;
      this.#logger.warn({ requestId, failure, problem }, "a single sign-on was refused");
      return failure;
    }
    if (error instanceof Throttled) return "throttled";
    this.#logger.error({ requestId, err: error }, "a single sign-on failed");
    return "failed";
  }

  /** Links an identity to whoever is signed in. @throws SignOnRefused */
  async link(sql: Sql, provided: ProvidedPerson, userId: string, origin: string): Promise<void> {
    const coming = { signedInAs: userId, asksAllowed: false, origin };
    await sql.begin((transaction) => findPersonOf(transaction, this.settings, provided, coming));
  }
}
