// The operator's commands for people: who operates this appliance, new passwords, second factors that somebody has lost.
// Links are shown once and are in no log.
import type { MadeLink } from "../../control-plane/accounts/people/one-time-links.ts";
import { listOperators } from "../../control-plane/accounts/people/operators.ts";
import type { OperatorWork } from "../../control-plane/audit/operator-actions.ts";
import {
  appointOperator,
  dismissOperator,
  linkForOperator,
  linkForPassword,
  removeSecondFactor,
  unlinkPerson,
} from "../../control-plane/operators/person-work.ts";
import { type Environment, readHttpUrl } from "../../shared/process/environment.ts";
import { readDataDir } from "../../shared/process/own-folders.ts";
import { readApplianceFile } from "../appliance/appliance-file.ts";
import { type Act, type AdminCall, type AdminCommand, argument } from "./admin-call.ts";
import { findOperator } from "./find-operator.ts";

const EMAIL = "The person's e-mail address";

/** Where the console is, as far as this machine knows. */
async function consoleUrl(env: Environment): Promise<string> {
  const url = readHttpUrl(env, "CLIPMILL_PUBLIC_URL");
  if (url !== undefined) return url;
  // The link has been made by now: where another user's file may not be read, it is shown all the same.
  const appliance = await readApplianceFile(readDataDir(env).path).catch(() => undefined);
  return appliance?.url ?? "http://HOST:PORT";
}

async function showLink(env: Environment, { id, path, expiresAt }: MadeLink): Promise<object> {
  return { id, url: `${await consoleUrl(env)}${path}`, expiresAt };
}

async function operatorLink(call: AdminCall, act: Act): Promise<unknown> {
  return showLink(call.env, await act(linkForOperator(findOperator(call.env).name)));
}

async function personReset(call: AdminCall, act: Act): Promise<unknown> {
  const email = argument(call, 0, EMAIL);
  return showLink(call.env, await act(linkForPassword(email, findOperator(call.env).name)));
}

/** A command that does something to the person with an address. */
function toPerson(name: string, work: (email: string) => OperatorWork<unknown>): AdminCommand {
  return { usage: `${name} EMAIL`, change: (call, act) => act(work(argument(call, 0, EMAIL))) };
}

export const PERSON_COMMANDS: readonly AdminCommand[] = [
  { usage: "operator link", change: operatorLink },
  { usage: "operator list", read: ({ sql }) => listOperators(sql) },
  toPerson("operator add", appointOperator),
  toPerson("operator remove", dismissOperator),
  { usage: "person reset EMAIL", change: personReset },
  toPerson("person remove-factor", removeSecondFactor),
  toPerson("person unlink", unlinkPerson),
];
