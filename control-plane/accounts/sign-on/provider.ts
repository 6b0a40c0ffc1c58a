// The provider of single sign-on: where it is asked, and what it says of people. Its document is read at first use, so that
// a provider that is away stops no start, and again every hour, behind those who sign in meanwhile. Its keys are read again
// by the library when one is unknown and every five minutes. Every call has a bound in time and size.

import { setTimeout as pause } from "node:timers/promises";
import * as client from "openid-client";
import { SIGN_ON_LIMITS } from "../../../shared/limits/people.ts";
import type { Logger } from "../../../shared/logger.ts";
import { isLoopbackHost } from "../../../shared/network/listening-address.ts";
import type { PendingSignOn } from "./pending-sign-on.ts";
import { isAway, wordsOf } from "./provider-failure.ts";
import { SignOnRefused } from "./sign-on-refused.ts";
import type { SignOnSettings } from "./sign-on-settings.ts";

/** What the provider says of somebody. */
export interface ProvidedPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** Undefined where the provider says nothing of it. */
  readonly isEmailVerified: boolean | undefined;
  readonly groups: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

/** fetch, of which no reply is larger than the bound. @throws Error for one that is */
const boundedFetch: client.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > SIGN_ON_LIMITS.replyBytes) throw new TypeError(`the reply of ${url} is too large`);
    parts.push(part);
  }
  const { status, statusText, headers } = response;
  return new Response(length === 0 ? null : Buffer.concat(parts), { status, statusText, headers });
};

/**
 * The secret goes where the provider takes it. Not in a header by preference: some do not decode it there. What a provider
 * takes from this client alone, its document does not say.
 */
function proveClient({ clientSecret, clientAuth }: SignOnSettings): client.ClientAuth {
  const inBody = client.ClientSecretPost(clientSecret);
  const inHeader = client.ClientSecretBasic(clientSecret);
  if (clientAuth !== "auto") return clientAuth === "post" ? inBody : inHeader;
  return (server, ...call) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_post") ? inBody : inHeader)(server, ...call);
  };
}

function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === "string" ? [value] : [];
  return list.filter((item) => typeof item === "string").slice(0, SIGN_ON_LIMITS.groups);
}

/** Microsoft's way to say that somebody is in so many groups that they are to be asked for elsewhere. */
function hasMoreGroups(claims: Claims, groupsClaim: string): boolean {
  const elsewhere = claims._claim_names;
  const isElsewhere = typeof elsewhere === "object" && elsewhere !== null && groupsClaim in elsewhere;
  return isElsewhere || claims.hasgroups === true;
}

/**
 * Microsoft's address for all tenants leaves the tenant in its issuer open, and the library takes any for it: whoever makes
 * a tenant writes what addresses its people have.
 * @throws SignOnRefused unreachable
 */
function checkOneTenant(config: client.Configuration): void {
  const { issuer } = config.serverMetadata();
  if (!issuer.includes("{")) return;
  throw new SignOnRefused("unreachable", `${issuer} is that of every tenant: the setting has to name one`);
}

export class Provider {
  readonly #settings: SignOnSettings;
  readonly #logger: Logger;
  #known: { readonly config: client.Configuration; readonly readAtMs: number } | undefined;
  #reading: Promise<client.Configuration> | undefined;
  #failedAtMs = Number.NEGATIVE_INFINITY;

  constructor(settings: SignOnSettings, logger: Logger) {
    this.#settings = settings;
    this.#logger = logger;
  }

  /** What its tokens call it: the setting may spell it otherwise. @throws SignOnRefused unreachable */
  async issuer(): Promise<string> {
    return (await this.#configuration()).serverMetadata().issuer;
  }

  /** Where a browser signs in. @throws SignOnRefused unreachable */
  async signInUrl({ state, nonce, verifier, redirectUri }: PendingSignOn): Promise<string> {
    const config = await this.#configuration();
    const url = client.buildAuthorizationUrl(config, {
      response_type: "code",
      redirect_uri: redirectUri,
      scope: this.#settings.scopes,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    });
    return url.href;
  }

  /**
   * Who came back, for the code of the reply.
   * @param query of the address to which the provider sent the browser
   * @throws SignOnRefused
   */
  async personOf(query: string, pending: PendingSignOn): Promise<ProvidedPerson> {
    const config = await this.#configuration();
    try {
      const reply = new URL(`${pending.redirectUri}?${query}`);
      const tokens = await client.authorizationCodeGrant(config, reply, {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new SignOnRefused("refused", "the provider sent no ID token");
      const { email, [this.#settings.groupsClaim]: groups } = claims;
      const isWhole = email !== undefined && groups !== undefined;
      const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
      const others =
        isWhole || !hasMore ? {} : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      return this.#person(claims, { ...others, ...claims });
    } catch (error) {
      if (error instanceof SignOnRefused) throw error;
      throw new SignOnRefused(isAway(error) ? "unreachable" : "refused", await wordsOf(error), {
        cause: error,
      });
    }
  }

  #person({ iss, sub }: { readonly iss: string; readonly sub: string }, claims: Claims): ProvidedPerson {
    const { groupsClaim } = this.#settings;
    const { email, email_verified: verified, [groupsClaim]: groups } = claims;
    if (hasMoreGroups(claims, groupsClaim)) {
      throw new SignOnRefused("too-many-groups", `the claim ${groupsClaim} was left out for its length`);
    }
    return {
      issuer: iss,
      subject: sub,
      email: typeof email === "string" ? email : undefined,
      // Some providers write the word.
      isEmailVerified: verified === undefined ? undefined : verified === true || verified === "true",
      groups: listOf(groups),
    };
  }

  /** @throws SignOnRefused unreachable */
  async #configuration(): Promise<client.Configuration> {
    const { refreshMs, pauseMs } = SIGN_ON_LIMITS;
    const now = performance.now();
    const mayRead = now - this.#failedAtMs >= pauseMs;
    if (this.#known !== undefined) {
      // An old one does until there is a new one: whoever signs in does not wait for it.
      const isOld = now - this.#known.readAtMs >= refreshMs;
      if (isOld && mayRead) void this.#read().catch(() => undefined);
      return this.#known.config;
    }
    if (!mayRead) throw new SignOnRefused("unreachable", "the provider did not answer a moment ago");
    return this.#read();
  }

  #read(): Promise<client.Configuration> {
    this.#reading ??= this.#discover().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #discover(): Promise<client.Configuration> {
    const { tries, retryMs } = SIGN_ON_LIMITS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const config = await this.#discoverOnce();
        this.#known = { config, readAtMs: performance.now() };
        return config;
      } catch (error) {
        if (attempt < tries && isAway(error)) {
          await pause(retryMs);
          continue;
        }
        this.#failedAtMs = performance.now();
        const problem = await wordsOf(error);
        this.#logger.error(
          { issuer: this.#settings.issuer, problem },
          "the address in CLIPMILL_OIDC_ISSUER does not answer as a provider of OpenID Connect",
        );
        throw new SignOnRefused("unreachable", problem, { cause: error });
      }
    }
  }

  async #discoverOnce(): Promise<client.Configuration> {
    const { issuer, clientId } = this.#settings;
    const url = new URL(issuer);
    const isOnThisMachine = url.protocol === "http:" && isLoopbackHost(url.hostname);
    const config = await client.discovery(url, clientId, undefined, proveClient(this.#settings), {
      timeout: SIGN_ON_LIMITS.callS,
      [client.customFetch]: boundedFetch,
      execute: [
        // Signatures are checked although the tokens come straight from the provider: one more thing to forge.
        client.enableNonRepudiationChecks,
        ...(isOnThisMachine ? [client.allowInsecureRequests] : []),
      ],
    });
    checkOneTenant(config);
    return config;
  }
}
