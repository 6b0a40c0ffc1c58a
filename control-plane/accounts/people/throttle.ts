// How often strangers may try: counted in PostgreSQL, so that all control planes share the count, and before the try, so
// that many at once are counted too. What succeeds is given back. By address, by account, and by both: a window by account
// alone would let anyone keep its owner out, so that it is wide and the narrow one is of the account from one address.
import { createHash } from "node:crypto";
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { THROTTLE_LIMITS } from "../../../shared/limits/people.ts";
import { MINUTE, SECOND } from "../../../shared/limits/units.ts";
import { countTries, deleteEndedWindows, giveTriesBack } from "../../db/people/sign-in-windows.ts";
import { networkOf } from "../unknown-keys.ts";

/** Where a request comes from. */
export interface RequestOrigin {
  /** As the contract finds it, perhaps in a header that anyone may write. */
  readonly clientAddress: string;
  /** The socket's other end where its word alone names the client; undefined where only trusted proxies are believed. */
  readonly claimant: string | undefined;
}

/** Too many tries; the message is for whoever sent them. */
export class Throttled extends AppError {
  readonly retryAfterS: number;

  constructor(waitMs: number) {
    const minutes = Math.max(1, Math.ceil(waitMs / MINUTE));
    super("RATE_LIMITED", `Too many tries. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`);
    this.retryAfterS = Math.max(1, Math.ceil(waitMs / SECOND));
  }
}

/**
 * A password, code or link that is not right: what guessers see. One of a form's fields is an error of that field; without
 * one, nobody is signed in.
 */
export class WrongSecret extends AppError {
  constructor(
    message: string,
    path?: string,
    code: "UNAUTHENTICATED" | "INVALID_REQUEST" = path === undefined ? "UNAUTHENTICATED" : "INVALID_REQUEST",
  ) {
    super(code, message, path === undefined ? {} : { details: [{ path, message }] });
  }
}

interface Window {
  readonly name: string;
  readonly tries: number;
  readonly windowMs: number;
}

/** Addresses of people do not lie about in a table of failures. */
function nameOfAccount(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("base64url");
}

interface OriginLimits {
  readonly ofAddress: Omit<Window, "name">;
  readonly ofPeer: Omit<Window, "name">;
}

/** @param kind what the windows' names begin with: tries of another kind have windows of their own */
function windowsOfOrigin(
  kind: string,
  { ofAddress, ofPeer }: OriginLimits,
  { clientAddress, claimant }: RequestOrigin,
): Window[] {
  const network = networkOf(clientAddress);
  const windows: Window[] = [{ name: `${kind}address ${network}`, ...ofAddress }];
  // A trusted proxy's window would be everybody's: a few addresses of one stranger would close it to all.
  const peer = claimant === undefined ? network : networkOf(claimant);
  if (peer !== network) windows.push({ name: `${kind}peer ${peer}`, ...ofPeer });
  return windows;
}

function windowsOfSignIn(email: string | null, origin: RequestOrigin): Window[] {
  const windows = windowsOfOrigin("", THROTTLE_LIMITS, origin);
  if (email !== null) {
    const account = nameOfAccount(email);
    const network = networkOf(origin.clientAddress);
    windows.push({ name: `account ${account} ${network}`, ...THROTTLE_LIMITS.ofAccountAndAddress });
    windows.push({ name: `account ${account}`, ...THROTTLE_LIMITS.ofAccount });
  }
  return windows;
}

async function count(sql: Sql, windows: readonly Window[]): Promise<void> {
  await deleteEndedWindows(sql, THROTTLE_LIMITS.sweptAtOnce);
  const counted = await countTries(sql, windows);
  const limits = new Map(windows.map(({ name, tries }) => [name, tries]));
  const over = counted.filter(({ name, tries }) => tries > (limits.get(name) ?? 0));
  if (over.length === 0) return;
  // A try that is refused is none: or one address could fill the wide window of an account, and keep its owner out.
  const names = counted.filter((window) => !over.includes(window)).map(({ name }) => name);
  await giveTriesBack(sql, names);
  throw new Throttled(Math.max(...over.map(({ left_ms }) => left_ms)));
}

async function tryIn<T>(sql: Sql, windows: readonly Window[], attempt: () => Promise<T>): Promise<T> {
  await count(sql, windows);
  const giveBack = (): Promise<void> =>
    giveTriesBack(
      sql,
      windows.map(({ name }) => name),
    );
  try {
    const result = await attempt();
    await giveBack();
    return result;
  } catch (error) {
    if (!(error instanceof WrongSecret)) await giveBack();
    throw error;
  }
}

/**
 * Counts a try, and runs it. It stays counted where it throws a `WrongSecret`; whatever else comes of it is no guess.
 * @param email whose account is tried; null where the try is at a secret of full length
 * @throws Throttled, and what the try throws
 */
export async function throttled<T>(
  sql: Sql,
  email: string | null,
  origin: RequestOrigin,
  attempt: () => Promise<T>,
): Promise<T> {
  return tryIn(sql, windowsOfSignIn(email, origin), attempt);
}

/**
 * `throttled` for a code of single sign-on. Apart from the others: a provider may refuse everybody's for a fault of its own,
 * and operators need their passwords then.
 */
export async function throttledCode<T>(
  sql: Sql,
  origin: RequestOrigin,
  attempt: () => Promise<T>,
): Promise<T> {
  return tryIn(sql, windowsOfOrigin("codes of ", THROTTLE_LIMITS, origin), attempt);
}

/** Counts a request for an account. @throws Throttled */
export async function countAccountRequest(sql: Sql, origin: RequestOrigin): Promise<void> {
  const { asksOfAddress: ofAddress, asksOfPeer: ofPeer } = THROTTLE_LIMITS;
  await count(sql, windowsOfOrigin("asks of ", { ofAddress, ofPeer }, origin));
}
