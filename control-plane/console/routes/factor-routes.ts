// A person's own second factor.
import { compileSchema } from "../../../shared/schemas/validate.ts";
import {
  beginFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  showFactor,
  turnOffFactor,
} from "../../accounts/second-factor/second-factor.ts";
import { jsonReply, type Route, type SessionRoute } from "../../http/route.ts";
import type { FactorView, NewFactorView, RecoveryCodesView } from "../api-types/second-factor.ts";
import { bodyOf, Code, Password } from "./console-bodies.ts";
import { type ConsoleServices, originOf } from "./console-services.ts";
import { PERSON } from "./session-access.ts";

const PATH = "/console/api/totp";

/**
 * For each person, whichever account they have chosen: their factor is shown, set up in two steps and removed, and its
 * recovery codes are made anew.
 */
export function factorRoutes(services: ConsoleServices): Route[] {
  return [
    showRoute(services),
    beginRoute(services),
    confirmRoute(services),
    turnOffRoute(services),
    renewRoute(services),
  ];
}

function showRoute({ reads }: ConsoleServices): SessionRoute {
  return {
    ...PERSON,
    method: "GET",
    path: PATH,
    body: "none",
    async handle(_call, session) {
      const view: FactorView = await showFactor(reads, session);
      return jsonReply(200, "Second factor read", view);
    },
  };
}

function beginRoute({ writes: sql, hasher, cipher, publicUrl }: ConsoleServices): SessionRoute {
  const parse = compileSchema(bodyOf({ password: Password }));
  return {
    ...PERSON,
    method: "POST",
    path: PATH,
    body: "json",
    async handle(call, session) {
      const { password } = parse(call.body);
      // Somebody with several appliances tells them apart in the app by their hosts.
      const asked = { password, issuer: `Clipmill (${new URL(publicUrl()).hostname})` };
      const view: NewFactorView = await beginFactor({ sql, hasher, cipher }, session, asked, originOf(call));
      return jsonReply(201, "Give this to your authenticator app; it is shown this once", view);
    },
  };
}

function confirmRoute({ writes: sql, cipher }: ConsoleServices): SessionRoute {
  const parse = compileSchema(bodyOf({ code: Code }));
  return {
    ...PERSON,
    method: "PUT",
    path: PATH,
    body: "json",
    async handle(call, session) {
      const { code } = parse(call.body);
      const recoveryCodes = await confirmSecondFactor({ sql, cipher }, session, code, originOf(call));
      const view: RecoveryCodesView = { recoveryCodes };
      return jsonReply(200, "The second factor is on; the recovery codes are shown this once", view);
    },
  };
}

const PROOF = { password: Password, code: Code };

function turnOffRoute({ writes: sql, hasher, cipher }: ConsoleServices): SessionRoute {
  const parse = compileSchema(bodyOf(PROOF));
  return {
    ...PERSON,
    method: "DELETE",
    path: PATH,
    body: "json",
    async handle(call, session) {
      await turnOffFactor({ sql, hasher, cipher }, session, parse(call.body), originOf(call));
      return jsonReply(200, "The second factor is off", null);
    },
  };
}

function renewRoute({ writes: sql, hasher, cipher }: ConsoleServices): SessionRoute {
  const parse = compileSchema(bodyOf(PROOF));
  return {
    ...PERSON,
    method: "POST",
    path: `${PATH}/recovery-codes`,
    body: "json",
    async handle(call, session) {
      const proof = parse(call.body);
      const recoveryCodes = await renewRecoveryCodes({ sql, hasher, cipher }, session, proof, originOf(call));
      const view: RecoveryCodesView = { recoveryCodes };
      return jsonReply(201, "These are shown this once; the former ones have ended", view);
    },
  };
}
