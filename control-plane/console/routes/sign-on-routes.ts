// Single sign-on: a browser goes to the provider, comes back with a code, and is sent on to the page. Whatever goes wrong
// leads to the page for signing in with a word for what it was: a browser that is sent somewhere shows no JSON.
import { Type } from "typebox";
import { AppError } from "../../../shared/errors.ts";
import { CONSOLE_LANES, SIGN_ON_LIMITS } from "../../../shared/limits/people.ts";
import { compileSchema, invalidRequest } from "../../../shared/schemas/validate.ts";
import { lifetimeMs } from "../../accounts/people/begin-session.ts";
import type { Session } from "../../accounts/people/session.ts";
import { type Proof, proveSelf } from "../../accounts/second-factor/second-factor.ts";
import { ownPath, type PendingSignOn } from "../../accounts/sign-on/pending-sign-on.ts";
import type { SignOn } from "../../accounts/sign-on/sign-on.ts";
import { SignOnRefused } from "../../accounts/sign-on/sign-on-refused.ts";
import { networkOf } from "../../accounts/unknown-keys.ts";
import { selectIssuersOf } from "../../db/people/identities.ts";
import { selectPerson } from "../../db/people/people.ts";
import { FairLane } from "../../http/fair-lane.ts";
import {
  type Call,
  jsonReply,
  type PublicRoute,
  type Reply,
  type Route,
  type SessionRoute,
} from "../../http/route.ts";
import {
  pendingCookies,
  readPendingCookie,
  readSessionCookie,
  sessionCookies,
} from "../../http/session-cookie.ts";
import type { SignOnFailure, SignOnLinkView, SignOnView } from "../api-types/sign-on.ts";
import { bodyOf, Code, Password } from "./console-bodies.ts";
import { type ConsoleServices, originOf } from "./console-services.ts";
import { PERSON } from "./session-access.ts";

const PATH = "/console/api/oidc";
const HOME = "/console/";
const SIGN_IN_PAGE = "/console/sign-in";
const SETTINGS_PAGE = "/console/settings";

interface Parts {
  readonly services: ConsoleServices;
  readonly signOn: SignOn;
  /** What sign-ins wait in while the provider is asked. */
  readonly lane: FairLane;
}

/** None where no provider is set. The two that a browser is sent through redirect; those of settings answer JSON. */
export function signOnRoutes(services: ConsoleServices): Route[] {
  const { signOn } = services;
  if (signOn === null) return [];
  const parts = { services, signOn, lane: new FairLane(CONSOLE_LANES.provider) };
  return [startRoute(parts), callbackRoute(parts), readRoute(parts), linkRoute(parts)];
}

function redirect(location: string, ...cookies: string[]): Reply {
  return {
    kind: "text",
    status: 302,
    contentType: "text/plain; charset=utf-8",
    text: "",
    headers: { location, "referrer-policy": "no-referrer" },
    cookies,
  };
}

/** Where the provider sends browsers back to: the address that it has to know beforehand. */
function redirectUriOf({ publicUrl }: ConsoleServices): string {
  return `${publicUrl()}${PATH}/callback`;
}

function pendingCookiesOf({ publicUrl }: ConsoleServices, { headers }: Call, carried: string): string[] {
  return pendingCookies(publicUrl(), headers, carried, carried === "" ? 0 : SIGN_ON_LIMITS.pendingMs);
}

/** Back to where the sign-in was begun, with the word for what went wrong. */
function failed(
  { services }: Parts,
  call: Call,
  failure: SignOnFailure,
  { returnPath, userId }: Pick<PendingSignOn, "returnPath" | "userId">,
): Reply {
  const isLink = userId !== null;
  const next = returnPath.slice("/console".length);
  const query = new URLSearchParams({ failed: failure, ...(isLink || next === "/" ? {} : { next }) });
  const page = isLink ? SETTINGS_PAGE : SIGN_IN_PAGE;
  return redirect(`${page}?${query}`, ...pendingCookiesOf(services, call, ""));
}

/**
 * Where the browser is to begin instead, if it came by another host than the one that it will be sent back to: its cookie
 * would stay behind. Once only: behind a proxy that changes the host, it is there already.
 */
function otherHost({ publicUrl }: ConsoleServices, call: Call, returnPath: string): string | undefined {
  const isThere = new URL(publicUrl()).host === new URL(call.arrivalUrl).host;
  if (isThere || new URLSearchParams(call.query).has("moved")) return undefined;
  return `${publicUrl()}${PATH}/start?${new URLSearchParams({ return: returnPath, moved: "1" })}`;
}

function startRoute(parts: Parts): PublicRoute {
  const { services, signOn, lane } = parts;
  return {
    method: "GET",
    path: `${PATH}/start`,
    access: "public",
    body: "none",
    replyTimeoutMs: SIGN_ON_LIMITS.replyMs,
    async handle(call) {
      const returnPath = ownPath(new URLSearchParams(call.query).get("return"));
      const elsewhere = otherHost(services, call, returnPath);
      if (elsewhere !== undefined) return redirect(elsewhere);
      const asked = { redirectUri: redirectUriOf(services), returnPath, userId: null };
      try {
        const { url, carried } = await lane.run(networkOf(call.clientAddress), () => signOn.begin(asked));
        return redirect(url, ...pendingCookiesOf(services, call, carried));
      } catch (error) {
        return failed(parts, call, signOn.failureOf(error, call.requestId), asked);
      }
    },
  };
}

function callbackRoute(parts: Parts): PublicRoute {
  const { services, signOn } = parts;
  return {
    method: "GET",
    path: `${PATH}/callback`,
    access: "public",
    body: "none",
    replyTimeoutMs: SIGN_ON_LIMITS.replyMs,
    async handle(call) {
      const carried = readPendingCookie(services.publicUrl(), call.headers);
      const pending = signOn.pendingOf(carried);
      try {
        if (pending === undefined) throw new SignOnRefused("expired", "the browser carries no sign-in");
        signOn.checkReply(call.query, pending);
        return pending.userId === null
          ? await enter(parts, call, pending)
          : await link(parts, call, pending, pending.userId);
      } catch (error) {
        const begun = pending ?? { returnPath: HOME, userId: null };
        return failed(parts, call, signOn.failureOf(error, call.requestId), begun);
      }
    },
  };
}

async function personOf({ services, signOn, lane }: Parts, call: Call, pending: PendingSignOn) {
  const { clientAddress, claimant, query } = call;
  return lane.run(networkOf(clientAddress), () =>
    signOn.personOf(services.work, query, pending, { clientAddress, claimant }),
  );
}

/** Signs the browser in that came back. */
async function enter(parts: Parts, call: Call, pending: PendingSignOn): Promise<Reply> {
  const { services, signOn } = parts;
  const { work, strangers, settings, publicUrl } = services;
  const provided = await personOf(parts, call, pending);
  const secret = await strangers.run(networkOf(call.clientAddress), () =>
    signOn.signIn(work, provided, settings.asksAllowed, originOf(call, publicUrl())),
  );
  return redirect(
    pending.returnPath,
    ...sessionCookies(publicUrl(), call.headers, secret, lifetimeMs("oidc")),
    ...pendingCookiesOf(services, call, ""),
  );
}

/** Links the identity to whoever asked for that, and is signed in in this browser still. */
async function link(parts: Parts, call: Call, pending: PendingSignOn, userId: string): Promise<Reply> {
  const { services, signOn } = parts;
  const { work, sessions, strangers, publicUrl } = services;
  const session = await sessions.admitSession(
    readSessionCookie(publicUrl(), call.headers),
    call.clientAddress,
  );
  if (session.user.id !== userId) {
    throw new SignOnRefused("other", "somebody else is signed in than asked for the link");
  }
  const provided = await personOf(parts, call, pending);
  const { clientAddress } = call;
  await strangers.run(networkOf(clientAddress), () => signOn.link(work, provided, userId, clientAddress));
  return redirect(`${pending.returnPath}?connected=1`, ...pendingCookiesOf(services, call, ""));
}

function readRoute({ services, signOn }: Parts): SessionRoute {
  const { reads } = services;
  return {
    ...PERSON,
    method: "GET",
    path: PATH,
    body: "none",
    async handle(_call, { user }) {
      const issuers = await selectIssuersOf(reads, user.id);
      const linked = issuers.length > 0 && issuers.includes(await signOn.issuer());
      const view: SignOnView = { name: signOn.settings.name, linked };
      return jsonReply(200, "Single sign-on read", view);
    },
  };
}

/**
 * That who asks for a link is at the keyboard still: it is a way in for good, past their password and second factor.
 * @throws Throttled, WrongSecret, AppError INVALID_REQUEST
 */
async function proveOwner(services: ConsoleServices, call: Call, session: Session, typed: Partial<Proof>) {
  const { writes: sql, hasher, cipher } = services;
  const person = await selectPerson(sql, session.user.id);
  if (person?.password_hash == null) return;
  const { password, code } = typed;
  if (password === undefined) throw invalidRequest([{ path: "/password", message: "is required" }]);
  await proveSelf({ sql, hasher, cipher }, session, { password, code }, originOf(call));
}

/** Begins to link an identity at the provider to whoever is signed in. */
function linkRoute({ services, signOn }: Parts): SessionRoute {
  const parse = compileSchema(bodyOf({ password: Type.Optional(Password), code: Type.Optional(Code) }));
  return {
    ...PERSON,
    method: "POST",
    path: `${PATH}/link`,
    body: "json",
    async handle(call, session) {
      await proveOwner(services, call, session, parse(call.body));
      const userId = session.user.id;
      const asked = { redirectUri: redirectUriOf(services), returnPath: SETTINGS_PAGE, userId };
      try {
        const { url, carried } = await signOn.begin(asked);
        const view: SignOnLinkView = { url };
        const cookies = pendingCookiesOf(services, call, carried);
        return { kind: "json", status: 201, message: "Go to the provider", data: view, cookies };
      } catch (error) {
        signOn.failureOf(error, call.requestId);
        throw new AppError("UNAVAILABLE", `${signOn.settings.name} does not answer. Try again in a minute.`);
      }
    },
  };
}
