// Proves the second factor: a code of this moment, or a recovery code. Each works once, also where two ask at the same time.
// Whoever calls counts the try (throttle.ts) together with that of the password.
import type { Queryable } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { selectFactor, takeRecoveryCode, takeStep } from "../../db/people/second-factors.ts";
import { WrongSecret } from "../people/throttle.ts";
import type { FactorCipher } from "./factor-cipher.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { findStep } from "./totp.ts";

export interface CodeServices {
  readonly sql: Queryable;
  readonly cipher: FactorCipher;
}

const PATH = "/code";
const MISSING = "Give the code that your authenticator app shows, or a recovery code.";
const WRONG = "This code is wrong, is over, or has been used already.";
const UNREADABLE =
  "Your second factor cannot be read with this appliance's secret. Use a recovery code, or ask an operator.";

async function useTimedCode(
  { sql, cipher }: CodeServices,
  userId: string,
  code: string,
  nowMs: number | undefined,
): Promise<boolean> {
  const factor = await selectFactor(sql, userId);
  if (factor === undefined) return false;
  const secret = cipher.open(userId, factor.secret);
  if (secret === undefined) throw new AppError("FORBIDDEN", UNREADABLE);
  const step = findStep(secret, code, nowMs ?? factor.database_time_ms);
  return step !== undefined && takeStep(sql, userId, step);
}

/**
 * Uses a code of a person who has a second factor.
 * @param code as it was typed; undefined where nothing was
 * @param nowMs the database's time where not given: this machine's calendar may be off
 * @param place `form` where the person has signed in already: a wrong code is then an error of the form alone
 * @throws AppError UNAUTHENTICATED for one that is missing, WrongSecret, FORBIDDEN where the secret cannot be read
 */
export async function useCode(
  services: CodeServices,
  userId: string,
  code: string | undefined,
  { place, nowMs }: { readonly place: "sign-in" | "form"; readonly nowMs?: number },
): Promise<void> {
  const typed = code?.replaceAll(/\s/g, "") ?? "";
  if (typed === "") {
    throw new AppError("UNAUTHENTICATED", MISSING, { details: [{ path: PATH, message: MISSING }] });
  }
  const recoveryHash = hashRecoveryCode(typed);
  const isRight =
    recoveryHash === undefined
      ? await useTimedCode(services, userId, typed, nowMs)
      : await takeRecoveryCode(services.sql, userId, recoveryHash);
  if (!isRight)
    throw new WrongSecret(WRONG, PATH, place === "sign-in" ? "UNAUTHENTICATED" : "INVALID_REQUEST");
}
