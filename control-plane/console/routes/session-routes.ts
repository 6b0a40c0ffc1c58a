// Signing in, asking for an account, who is signed in and for which account, signing out.
import { Type } from "typebox";
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { ACCOUNT_REQUEST_LIMITS, PASSWORD_LIMITS, SESSION_LIMITS } from "../../../shared/limits/people.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { askForAccount } from "../../accounts/people/ask-account.ts";
import type { PasswordHasher } from "../../accounts/people/password-hash.ts";
import type { SessionAdmission } from "../../accounts/people/session-admission.ts";
import { chooseAccount, showSession } from "../../accounts/people/show-session.ts";
import { signIn } from "../../accounts/people/sign-in.ts";
import type { RequestOrigin } from "../../accounts/people/throttle.ts";
import { networkOf } from "../../accounts/unknown-keys.ts";
import { deleteSession } from "../../db/people/sessions.ts";
import type { FairLane } from "../../http/fair-lane.ts";
import {
  type Call,
  jsonReply,
  type PublicRoute,
  type Reply,
  type Route,
  type SessionRoute,
} from "../../http/route.ts";
import { endedCookie, isSecure, readSessionCookie, sessionCookie } from "../../http/session-cookie.ts";
import type { SessionView, SignInView } from "../api-types/session.ts";

export interface SessionRoutesOptions {
  readonly reads: Sql;
  readonly writes: Sql;
  /** For people who have not signed in. */
  readonly work: Sql;
  readonly hasher: PasswordHasher;
  readonly sessions: SessionAdmission;
  /** What people who have not signed in wait in, by their network. */
  readonly strangers: FairLane;
  /** Whether strangers may ask for an account. */
  readonly asksAllowed: boolean;
}

const Email = Type.String({ minLength: 3, maxLength: ACCOUNT_REQUEST_LIMITS.emailLength });
const Password = Type.String({ minLength: 1, maxLength: PASSWORD_LIMITS.maxLength });
const Name = Type.String({ minLength: 1, maxLength: ACCOUNT_REQUEST_LIMITS.nameLength });
const SignInBody = Type.Object({ email: Email, password: Password }, { additionalProperties: false });
const AskBody = Type.Object(
  { email: Email, password: Password, name: Type.Optional(Name) },
  { additionalProperties: false },
);
const AccountBody = Type.Object({ accountId: Type.String() }, { additionalProperties: false });

const PATH = "/console/api/session";

export function sessionRoutes(options: SessionRoutesOptions): Route[] {
  return [
    signInPageRoute(options),
    signInRoute(options),
    askRoute(options),
    readRoute(options),
    chooseRoute(options),
    signOutRoute(options),
  ];
}

function originOf(call: Call): RequestOrigin & { readonly formerSecret: string | undefined } {
  const { clientAddress, peer, arrivalUrl, headers } = call;
  return { clientAddress, peer, formerSecret: readSessionCookie(arrivalUrl, headers) };
}

/** Gives the browser a session that has just begun, and the page what it is told of it. */
async function welcome(
  { work, sessions }: SessionRoutesOptions,
  { arrivalUrl, headers, clientAddress }: Call,
  message: string,
  secret: string,
): Promise<Reply> {
  const session = await sessions.admitSession(secret, clientAddress);
  const view = await showSession(work, session, session.account?.id);
  const cookie = sessionCookie(arrivalUrl, headers, secret, SESSION_LIMITS.absoluteMs);
  return { kind: "json", status: 201, message, data: view, cookies: [cookie] };
}

function signInPageRoute({ asksAllowed }: SessionRoutesOptions): PublicRoute {
  return {
    method: "GET",
    path: "/console/api/sign-in",
    access: "public",
    body: "none",
    async handle({ arrivalUrl, headers }) {
      const insecure = !isSecure(arrivalUrl, headers);
      const view: SignInView = { asksAllowed, password: true, oidc: null, setup: false, insecure };
      return jsonReply(200, "Ways to sign in", view);
    },
  };
}

function signInRoute(options: SessionRoutesOptions): PublicRoute {
  const parse = compileSchema(SignInBody);
  const { work: sql, hasher, strangers } = options;
  return {
    method: "POST",
    path: PATH,
    access: "public",
    body: "json",
    async handle(call) {
      const body = parse(call.body);
      return strangers.run(networkOf(call.clientAddress), async () => {
        const secret = await signIn({ sql, hasher }, body, originOf(call));
        return welcome(options, call, "Signed in", secret);
      });
    },
  };
}

function askRoute(options: SessionRoutesOptions): PublicRoute {
  const parse = compileSchema(AskBody);
  const { work: sql, hasher, strangers, asksAllowed } = options;
  return {
    method: "POST",
    path: "/console/api/accounts",
    access: "public",
    body: "json",
    async handle(call) {
      const { email, password, name = null } = parse(call.body);
      if (!asksAllowed)
        throw new AppError("FORBIDDEN", "Accounts of this appliance are made by its operators.");
      return strangers.run(networkOf(call.clientAddress), async () => {
        const secret = await askForAccount({ sql, hasher }, { email, password, name }, originOf(call));
        return welcome(options, call, "Account asked for", secret);
      });
    },
  };
}

function readRoute({ reads }: SessionRoutesOptions): SessionRoute {
  return {
    method: "GET",
    path: PATH,
    access: "session",
    role: "person",
    body: "none",
    async handle(_call, session) {
      const view: SessionView = await showSession(reads, session, session.account?.id);
      return jsonReply(200, "Session read", view);
    },
  };
}

function chooseRoute({ writes }: SessionRoutesOptions): SessionRoute {
  const parse = compileSchema(AccountBody);
  return {
    method: "PUT",
    path: `${PATH}/account`,
    access: "session",
    role: "person",
    body: "json",
    async handle(call, session) {
      const { accountId } = parse(call.body);
      await chooseAccount(writes, session, accountId);
      return jsonReply(200, "Account chosen", await showSession(writes, session, accountId));
    },
  };
}

function signOutRoute({ writes }: SessionRoutesOptions): SessionRoute {
  return {
    method: "DELETE",
    path: PATH,
    access: "session",
    role: "person",
    body: "none",
    async handle({ arrivalUrl, headers }, { sessionId }) {
      await deleteSession(writes, sessionId);
      const cookies = [endedCookie(arrivalUrl, headers)];
      return { kind: "json", status: 200, message: "Signed out", data: null, cookies };
    },
  };
}
