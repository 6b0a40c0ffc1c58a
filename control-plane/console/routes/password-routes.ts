// A person's password, links that set one, and the link by which somebody becomes an operator.
import { Type } from "typebox";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { beginSession } from "../../accounts/people/begin-session.ts";
import { changePassword, resetPassword } from "../../accounts/people/change-password.ts";
import { setUpOperator } from "../../accounts/people/set-up-operator.ts";
import { throttled } from "../../accounts/people/throttle.ts";
import { actAsOperator } from "../../audit/operator-actions.ts";
import { jsonReply, type PublicRoute, type Route, type SessionRoute } from "../../http/route.ts";
import { bodyOf, Code, Email, LinkToken, Password } from "./console-bodies.ts";
import { type ConsoleServices, giveSession, originOf, strangerRoute } from "./console-services.ts";
import { PERSON } from "./session-access.ts";

/** Changing it takes a session; the links carry their own proof, and are throttled as strangers are. */
export function passwordRoutes(services: ConsoleServices): Route[] {
  return [changeRoute(services), resetRoute(services), setupRoute(services)];
}

function changeRoute(services: ConsoleServices): SessionRoute {
  const { writes: sql, hasher, cipher } = services;
  const parse = compileSchema(bodyOf({ current: Password, next: Password, code: Type.Optional(Code) }));
  return {
    ...PERSON,
    method: "PUT",
    path: "/console/api/password",
    body: "json",
    async handle(call, session) {
      const change = parse(call.body);
      const secret = await changePassword({ sql, hasher, cipher }, session, change, originOf(call));
      return giveSession(services, call, { status: 200, message: "Password changed", secret });
    },
  };
}

function resetRoute(services: ConsoleServices): PublicRoute {
  const { work: sql, hasher } = services;
  const body = bodyOf({ token: LinkToken, password: Password });
  return strangerRoute(services, "/console/api/password-resets", body, async (call, reset) => {
    await resetPassword({ sql, hasher }, reset, originOf(call));
    return jsonReply(200, "Password set: sign in with it", null);
  });
}

function setupRoute(services: ConsoleServices): PublicRoute {
  const { work, hasher } = services;
  const body = bodyOf({ token: LinkToken, email: Email, password: Password });
  return strangerRoute(services, "/console/api/setup", body, async (call, { token, ...credentials }) => {
    const { clientAddress: origin } = call;
    const operator = { name: credentials.email, via: "console", origin } as const;
    const secret = await throttled(work, credentials.email, originOf(call), () =>
      actAsOperator(work, operator, "operator add", async (transaction) => {
        const { id, email } = await setUpOperator(transaction, hasher, token, credentials);
        const result = await beginSession(transaction, { userId: id, way: "password", ...originOf(call) });
        return { result, target: id, details: { email, by: "link" } };
      }),
    );
    return giveSession(services, call, { status: 201, message: "You operate this appliance", secret });
  });
}
