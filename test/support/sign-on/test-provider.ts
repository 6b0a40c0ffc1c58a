// A real provider of OpenID Connect in the test's own process, with people who sign in by one click, and faults.
import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { type Configuration, Provider } from "oidc-provider";
import { cleanUp } from "../clean-up.ts";

export interface ProvidedClaims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
  readonly [claim: string]: unknown;
}

export interface TestProvider {
  readonly issuer: string;
  /** Its people, by the name with which they sign in there; change them at will. */
  readonly people: Map<string, ProvidedClaims>;
  /** Whether it closes every connection without a word. */
  isAway: boolean;
  /** Changes ID tokens on their way out. */
  changeToken: ((token: string) => string) | undefined;
  /** Whether ID tokens have what is else asked for apart. */
  isFrank: boolean;
  /** How often it was asked for its document. */
  readonly documents: () => number;
  /** The settings of a control plane that uses it. */
  settings(more?: Readonly<Record<string, string>>): Record<string, string>;
  /** Begins to answer, for this control plane. */
  serve(planeUrl: string): void;
  /** How often it was asked for what ID tokens lack. */
  readonly questions: () => number;
}

const CLIENT_ID = "clipmill";
const CLIENT_SECRET = "a-secret-of-the-client";
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const JWKS = { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" }] };

function configurationFor(people: TestProvider["people"], planeUrl: string): Configuration {
  const client = {
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    redirect_uris: [`${planeUrl}/console/api/oidc/callback`],
    token_endpoint_auth_method: "client_secret_post",
  } as const;
  return {
    clients: [client],
    jwks: JWKS as NonNullable<Configuration["jwks"]>,
    cookies: { keys: ["a-key-of-the-provider"] },
    claims: { email: ["email", "email_verified"], groups: ["groups", "_claim_names"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, login) => ({
      accountId: login,
      claims: async () => ({ ...people.get(login), sub: login }),
    }),
    // Consent is given without a question.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc;
      const accountId = session?.accountId;
      if (client === undefined || accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
  };
}

const HTML = { "content-type": "text/html; charset=utf-8" };

function form(people: Iterable<string>): string {
  const button = (name: string, value: string, label: string): string =>
    `<button name="${name}" value="${value}">${label}</button>`;
  const buttons = [...people].map((login) => button("login", login, `Continue as ${login}`));
  return `<!doctype html><html lang="en"><title>Provider</title><main><h1>Provider</h1>
    <form method="post">${buttons.join("")}${button("cancel", "1", "Cancel")}</form></main></html>`;
}

async function interact(
  provider: Provider,
  people: TestProvider["people"],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "GET") {
    response.writeHead(200, HTML).end(form(people.keys()));
    return;
  }
  const answer = new URLSearchParams(await text(request));
  const login = answer.get("login");
  const denied = { error: "access_denied", error_description: "<b>They</b> said no" };
  const result = login === null ? denied : { login: { accountId: login, remember: false } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** Starts a provider, which ends with the test. */
export async function testProvider(t: TestContext): Promise<TestProvider> {
  let answer = (_request: IncomingMessage, response: ServerResponse): unknown => response.destroy();
  let documents = 0;
  let questions = 0;
  const server = createServer((request, response) => {
    if (request.url?.includes(".well-known") === true) documents += 1;
    if (request.url?.startsWith("/me") === true) questions += 1;
    if (made.isAway) response.destroy();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp(t, () => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people: TestProvider["people"] = new Map();
  const made: TestProvider = {
    issuer,
    people,
    isAway: false,
    changeToken: undefined,
    isFrank: false,
    documents: () => documents,
    questions: () => questions,
    settings: (more = {}) => ({
      CLIPMILL_OIDC_ISSUER: issuer,
      CLIPMILL_OIDC_CLIENT_ID: CLIENT_ID,
      CLIPMILL_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      CLIPMILL_OIDC_NAME: "Northwind",
      CLIPMILL_OIDC_SCOPES: "openid email groups",
      ...more,
    }),
    serve(planeUrl) {
      const provider = new Provider(issuer, {
        ...configurationFor(people, planeUrl),
        conformIdTokenClaims: !made.isFrank,
      });
      provider.use(async (ctx, next) => {
        await next();
        const body = ctx.body as { id_token?: string } | undefined;
        if (ctx.path === "/token" && body?.id_token !== undefined && made.changeToken !== undefined) {
          body.id_token = made.changeToken(body.id_token);
        }
      });
      const callback = provider.callback();
      answer = (request, response) =>
        request.url?.startsWith("/interaction/") === true
          ? interact(provider, people, request, response)
          : callback(request, response);
    },
  };
  return made;
}
