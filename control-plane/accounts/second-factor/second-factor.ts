// A person's second factor: setting it up, turning it off, new recovery codes. Every change of it takes the password again,
// so that a session that somebody left open changes nothing here.
import type { Queryable, TransactionSql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { SECOND_FACTOR_LIMITS } from "../../../shared/limits/people.ts";
import type { FactorView } from "../../console/api-types/second-factor.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import { lockWaysIn, type PersonRow, selectPerson } from "../../db/people/people.ts";
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  replaceRecoveryCodes,
  selectFactor,
  selectUnconfirmedFactor,
  upsertUnconfirmedFactor,
} from "../../db/people/second-factors.ts";
import { deleteOtherSessions, deleteSessionsOf } from "../../db/people/sessions.ts";
import { findPerson } from "../people/operators.ts";
import type { Session } from "../people/session.ts";
import type { ProofServices } from "../people/sign-in.ts";
import { type RequestOrigin, throttled, WrongSecret } from "../people/throttle.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { describeTotp, findStep, newTotpSecret } from "./totp.ts";
import { useCode } from "./use-code.ts";

const BEGIN_AGAIN = "What was being set up is over. Begin again.";
const NONE = "You have no second factor.";

/** Since when the person has a second factor, and how many recovery codes are left. */
export async function showFactor(sql: Queryable, { user }: Session): Promise<FactorView> {
  const since = (await selectFactor(sql, user.id))?.confirmed_at ?? null;
  if (since === null) return { since, recoveryCodesLeft: 0 };
  return { since: since.toISOString(), recoveryCodesLeft: await countRecoveryCodes(sql, user.id) };
}

export interface Proof {
  readonly password: string;
  /** Asked for where there is a second factor. */
  readonly code?: string | undefined;
}

/** That who has signed in is at the keyboard still. @throws Throttled, WrongSecret, AppError FORBIDDEN */
export async function proveSelf(
  { sql, hasher, cipher }: ProofServices,
  { user }: Session,
  { password, code }: Proof,
  origin: RequestOrigin,
): Promise<PersonRow> {
  return throttled(sql, user.email, origin, async () => {
    const person = await selectPerson(sql, user.id);
    if (person === undefined) throw new AppError("UNAUTHENTICATED");
    if (person.password_hash === null) {
      throw new AppError(
        "FORBIDDEN",
        "You sign in without a password: your provider asks for a second factor.",
      );
    }
    if (!(await hasher.verify(person.password_hash, password))) {
      throw new WrongSecret("This is not your password.", "/password");
    }
    if (person.has_second_factor) await useCode({ sql, cipher }, user.id, code, { place: "form" });
    return person;
  });
}

/**
 * Makes a secret, which is shown this once and asks for no code yet.
 * @param issuer what the app calls this appliance
 * @throws Throttled, WrongSecret, AppError INVALID_REQUEST where there is a second factor already
 */
export async function beginFactor(
  services: ProofServices,
  session: Session,
  { password, issuer }: { readonly password: string; readonly issuer: string },
  origin: RequestOrigin,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const isOn = "You have a second factor already. Turn it off to set up another one.";
  if (session.hasSecondFactor) throw new AppError("INVALID_REQUEST", isOn);
  const { sql, cipher } = services;
  const { id, email } = await proveSelf(services, session, { password }, origin);
  const secret = newTotpSecret();
  if (!(await upsertUnconfirmedFactor(sql, id, cipher.seal(id, secret)))) {
    throw new AppError("INVALID_REQUEST", isOn);
  }
  return describeTotp(secret, { issuer, label: email });
}

/** @throws AppError INVALID_REQUEST where the second factor is not on */
async function giveRecoveryCodes(transaction: TransactionSql, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(code) ?? "");
  if (!(await replaceRecoveryCodes(transaction, userId, hashes))) throw new AppError("INVALID_REQUEST", NONE);
  return codes;
}

/**
 * Turns on what was set up, for a code that proves that an app has it; all other sessions of the person end. Returns the
 * recovery codes, which are shown this once.
 * @throws Throttled, WrongSecret, AppError INVALID_REQUEST where nothing was begun, or too long ago
 */
export async function confirmSecondFactor(
  { sql, cipher }: Pick<ProofServices, "sql" | "cipher">,
  { user, sessionId }: Session,
  code: string,
  origin: RequestOrigin,
): Promise<string[]> {
  const { id: userId, email } = user;
  const confirmed = await throttled(sql, email, origin, async () => {
    const begun = await selectUnconfirmedFactor(sql, userId, SECOND_FACTOR_LIMITS.setUpMs);
    const secret = begun && cipher.open(userId, begun.secret);
    if (begun === undefined || secret === undefined) throw new AppError("INVALID_REQUEST", BEGIN_AGAIN);
    const step = findStep(secret, code.replaceAll(/\s/g, ""), begun.database_time_ms);
    if (step !== undefined) return { secret: begun.secret, step };
    const message = "This code is not the one that the app should show. Is the clock of your device right?";
    throw new WrongSecret(message, "/code");
  });
  return sql.begin(async (transaction) => {
    await lockWaysIn(transaction, userId);
    if (!(await confirmFactor(transaction, userId, confirmed))) {
      throw new AppError("INVALID_REQUEST", BEGIN_AGAIN);
    }
    await deleteOtherSessions(transaction, userId, sessionId);
    return giveRecoveryCodes(transaction, userId);
  });
}

/**
 * Changes the second factor of who has proved to be there, where there is one still: another request may have turned it
 * off meanwhile, or have set a new password, after which what was proved with the former one counts no more.
 */
function changeProven<T>(
  sql: ProofServices["sql"],
  proven: PersonRow,
  change: (transaction: TransactionSql) => Promise<T>,
): Promise<T> {
  return inTransaction(sql, async (transaction) => {
    await lockWaysIn(transaction, proven.id);
    const person = await selectPerson(transaction, proven.id);
    if (person?.password_hash !== proven.password_hash) throw new AppError("UNAUTHENTICATED");
    if (!person.has_second_factor) throw new AppError("INVALID_REQUEST", NONE);
    return change(transaction);
  });
}

/** @throws Throttled, WrongSecret, AppError UNAUTHENTICATED for a missing code, INVALID_REQUEST where there is none */
export async function turnOffFactor(
  services: ProofServices,
  session: Session,
  proof: Proof,
  origin: RequestOrigin,
): Promise<void> {
  const person = await proveSelf(services, session, proof, origin);
  await changeProven(services.sql, person, (transaction) => deleteFactor(transaction, person.id));
}

/** New recovery codes; the former ones end. @throws as turnOffFactor does */
export async function renewRecoveryCodes(
  services: ProofServices,
  session: Session,
  proof: Proof,
  origin: RequestOrigin,
): Promise<string[]> {
  const person = await proveSelf(services, session, proof, origin);
  return changeProven(services.sql, person, (transaction) => giveRecoveryCodes(transaction, person.id));
}

/**
 * Turns somebody's second factor off for them; all their sessions end. Call it inside a transaction.
 * @throws AppError NOT_FOUND, INVALID_REQUEST for one who has none
 */
export async function removeFactor(transaction: Queryable, email: string): Promise<PersonRow> {
  const person = await findPerson(transaction, email);
  await lockWaysIn(transaction, person.id);
  if (!(await deleteFactor(transaction, person.id))) {
    throw new AppError("INVALID_REQUEST", `${person.email} has no second factor.`);
  }
  await deleteSessionsOf(transaction, person.id);
  return person;
}
