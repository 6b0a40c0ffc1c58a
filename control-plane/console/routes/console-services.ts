// What the console's routes share: their services, and how a browser is given a session.
import type { Static, TSchema } from "typebox";
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { SESSION_LIMITS } from "../../../shared/limits/people.ts";
import { HTTP_LIMITS } from "../../../shared/limits/requests.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import type { SessionOrigin } from "../../accounts/people/begin-session.ts";
import type { ConsoleSettings } from "../../accounts/people/console-settings.ts";
import type { PasswordHasher } from "../../accounts/people/password-hash.ts";
import type { SessionAdmission } from "../../accounts/people/session-admission.ts";
import type { FactorCipher } from "../../accounts/second-factor/factor-cipher.ts";
import type { SignOn } from "../../accounts/sign-on/sign-on.ts";
import { networkOf } from "../../accounts/unknown-keys.ts";
import type { DefaultLimits } from "../../db/admission.ts";
import type { FairLane } from "../../http/fair-lane.ts";
import type { Call, PublicRoute, Reply } from "../../http/route.ts";
import { readSessionCookie, sessionCookies } from "../../http/session-cookie.ts";
import { showSession } from "./show-session.ts";

export interface ConsoleServices {
  readonly reads: Sql;
  readonly writes: Sql;
  /** For people who have not signed in. */
  readonly work: Sql;
  readonly hasher: PasswordHasher;
  readonly cipher: FactorCipher;
  readonly sessions: SessionAdmission;
  /** What people who have not signed in wait in, by their network. */
  readonly strangers: FairLane;
  readonly settings: ConsoleSettings;
  /** Null where nobody signs in at a provider. */
  readonly signOn: SignOn | null;
  /** Requests of each key, where neither it nor its account says otherwise. */
  readonly defaultLimits: DefaultLimits;
  /** How people reach the console; without a slash at the end. */
  readonly publicUrl: () => string;
}

/** For ways in that give people a password, or take one. @throws AppError FORBIDDEN where they have none here */
export function requirePasswords({ passwordsFor, signOn }: ConsoleSettings): void {
  if (passwordsFor === "everybody") return;
  const message = `People have no passwords here. Sign in with ${signOn?.name} first, then open this again.`;
  throw new AppError("FORBIDDEN", message);
}

/**
 * Where a call comes from, with what its browser carries for a session, whatever that is.
 * @param url that the browser sees, by which its cookie has a name
 */
export function originOf(call: Call, url = call.arrivalUrl): SessionOrigin {
  const { clientAddress, claimant, headers } = call;
  const formerSecret = readSessionCookie(url, headers);
  return { clientAddress, claimant, formerSecret, userAgent: headers["user-agent"] };
}

/** Gives the browser a session that has just begun, and the page what it is told of it. */
export async function giveSession(
  { work, sessions }: ConsoleServices,
  { arrivalUrl, headers, clientAddress }: Call,
  {
    status,
    message,
    secret,
  }: { readonly status: 200 | 201; readonly message: string; readonly secret: string },
): Promise<Reply> {
  const session = await sessions.admitSession(secret, clientAddress);
  const data = await showSession(work, session, session.account?.id);
  const cookies = sessionCookies(arrivalUrl, headers, secret, SESSION_LIMITS.absoluteMs);
  return { kind: "json", status, message, data, cookies };
}

/** A POST of somebody who has not signed in; such calls take turns by network. */
export function strangerRoute<S extends TSchema>(
  { strangers }: ConsoleServices,
  path: string,
  schema: S,
  handle: (call: Call, body: Static<S>) => Promise<Reply>,
): PublicRoute {
  const parse = compileSchema(schema);
  return {
    method: "POST",
    path,
    access: "public",
    body: "json",
    maxBodyBytes: HTTP_LIMITS.strangerBodyBytes,
    async handle(call) {
      const body = parse(call.body);
      return strangers.run(networkOf(call.clientAddress), () => handle(call, body));
    },
  };
}
