// Signing in, asking for an account, who is signed in and for which account, signing out.
import { Type } from "typebox";
import { AppError } from "../../../shared/errors.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { askForAccount } from "../../accounts/people/ask-account.ts";
import { chooseAccount } from "../../accounts/people/choose-account.ts";
import { signIn } from "../../accounts/people/sign-in.ts";
import { hasOperator } from "../../db/people/operators.ts";
import { deleteSession } from "../../db/people/sessions.ts";
import { jsonReply, type PublicRoute, type Route, type SessionRoute } from "../../http/route.ts";
import { endedCookies, isSecure } from "../../http/session-cookie.ts";
import type { SessionView, SignInView } from "../api-types/session.ts";
import { AccountName, bodyOf, Code, Email, Password } from "./console-bodies.ts";
import {
  type ConsoleServices,
  giveSession,
  originOf,
  requirePasswords,
  strangerRoute,
} from "./console-services.ts";
import { PERSON } from "./session-access.ts";
import { showSession } from "./show-session.ts";

const PATH = "/console/api/session";

/** The first three are for strangers; the others for each person, also one without an account. */
export function sessionRoutes(services: ConsoleServices): Route[] {
  return [
    signInPageRoute(services),
    signInRoute(services),
    askRoute(services),
    readRoute(services),
    chooseRoute(services),
    signOutRoute(services),
  ];
}

function signInPageRoute({ work, settings, strangers }: ConsoleServices): PublicRoute {
  return {
    method: "GET",
    path: "/console/api/sign-in",
    access: "public",
    body: "none",
    async handle({ arrivalUrl, headers, clientAddress }) {
      const view: SignInView = {
        asksAllowed: settings.asksAllowed && settings.passwordsFor === "everybody",
        password: settings.passwordsFor === "everybody",
        oidc: settings.signOn === null ? null : { name: settings.signOn.name },
        setup: !(await strangers.run(clientAddress, () => hasOperator(work))),
        insecure: !isSecure(arrivalUrl, headers),
      };
      return jsonReply(200, "Ways to sign in", view);
    },
  };
}

function signInRoute(services: ConsoleServices): PublicRoute {
  const { work: sql, hasher, cipher, settings } = services;
  const body = bodyOf({ email: Email, password: Password, code: Type.Optional(Code) });
  return strangerRoute(services, PATH, body, async (call, credentials) => {
    const secret = await signIn({ sql, hasher, cipher }, credentials, originOf(call), settings.passwordsFor);
    return giveSession(services, call, { status: 201, message: "Signed in", secret });
  });
}

function askRoute(services: ConsoleServices): PublicRoute {
  const { work: sql, hasher, settings } = services;
  const body = bodyOf({ email: Email, password: Password, name: Type.Optional(AccountName) });
  return strangerRoute(services, "/console/api/accounts", body, async (call, { name = null, ...person }) => {
    requirePasswords(settings);
    if (!settings.asksAllowed) {
      throw new AppError("FORBIDDEN", "Accounts of this appliance are made by its operators.");
    }
    const secret = await askForAccount({ sql, hasher }, { ...person, name }, originOf(call));
    return giveSession(services, call, { status: 201, message: "Account asked for", secret });
  });
}

function readRoute({ reads }: ConsoleServices): SessionRoute {
  return {
    ...PERSON,
    method: "GET",
    path: PATH,
    body: "none",
    async handle(_call, session) {
      const view: SessionView = await showSession(reads, session, session.account?.id);
      return jsonReply(200, "Session read", view);
    },
  };
}

function chooseRoute({ writes }: ConsoleServices): SessionRoute {
  const parse = compileSchema(bodyOf({ accountId: Type.String() }));
  return {
    ...PERSON,
    method: "PUT",
    path: `${PATH}/account`,
    body: "json",
    async handle(call, session) {
      const { accountId } = parse(call.body);
      await chooseAccount(writes, session, accountId);
      return jsonReply(200, "Account chosen", await showSession(writes, session, accountId));
    },
  };
}

function signOutRoute({ writes }: ConsoleServices): SessionRoute {
  return {
    ...PERSON,
    method: "DELETE",
    path: PATH,
    body: "none",
    async handle({ arrivalUrl, headers }, { sessionId }) {
      await deleteSession(writes, sessionId);
      const cookies = endedCookies(arrivalUrl, headers);
      return { kind: "json", status: 200, message: "Signed out", data: null, cookies };
    },
  };
}
