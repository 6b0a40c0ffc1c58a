// The operator's commands for people: who operates this appliance, new passwords, second factors that somebody has lost.
// Links are shown once and are in no log.
import { makeResetLink } from "../../control-plane/accounts/people/change-password.ts";
import { type MadeLink, makeLink } from "../../control-plane/accounts/people/one-time-links.ts";
import { addOperator, listOperators, removeOperator } from "../../control-plane/accounts/people/operators.ts";
import { removeSecondFactor, unlinkPerson } from "../../control-plane/operators/person-work.ts";
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
  const { name: madeBy } = findOperator(call.env);
  const link = await act(async (transaction) => {
    const result = await makeLink(transaction, { kind: "operator", madeBy });
    return { result, target: result.id, details: { expiresAt: result.expiresAt } };
  });
  return showLink(call.env, link);
}

function operatorAdd(call: AdminCall, act: Act): Promise<unknown> {
  const email = argument(call, 0, EMAIL);
  return act(async (transaction) => {
    const { id, email: known } = await addOperator(transaction, email);
    return { result: { id, email: known }, target: id, details: { email: known } };
  });
}

function operatorRemove(call: AdminCall, act: Act): Promise<unknown> {
  const email = argument(call, 0, EMAIL);
  return act(async (transaction) => {
    const { id, email: known } = await removeOperator(transaction, email);
    return { result: { id, email: known }, target: id, details: { email: known } };
  });
}

async function personReset(call: AdminCall, act: Act): Promise<unknown> {
  const email = argument(call, 0, EMAIL);
  const { name: madeBy } = findOperator(call.env);
  const link = await act(async (transaction) => {
    const result = await makeResetLink(transaction, email, madeBy);
    return { result, target: result.userId, details: { email: result.email, expiresAt: result.expiresAt } };
  });
  return showLink(call.env, link);
}

export const PERSON_COMMANDS: readonly AdminCommand[] = [
  { usage: "operator link", change: operatorLink },
  { usage: "operator list", read: ({ sql }) => listOperators(sql) },
  { usage: "operator add EMAIL", change: operatorAdd },
  { usage: "operator remove EMAIL", change: operatorRemove },
  { usage: "person reset EMAIL", change: personReset },
  {
    usage: "person remove-factor EMAIL",
    change: (call, act) => act(removeSecondFactor(argument(call, 0, EMAIL))),
  },
  {
    usage: "person unlink EMAIL",
    change: (call, act) => act(unlinkPerson(argument(call, 0, EMAIL))),
  },
];
