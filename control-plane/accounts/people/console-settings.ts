// The settings of who may sign in to the console, and how.
import { PASSWORD_LIMITS } from "../../../shared/limits/people.ts";
import { type Environment, readChoice, readText, SettingError } from "../../../shared/process/environment.ts";
import { readSignOnSettings, type SignOnSettings } from "../sign-on/sign-on-settings.ts";
import type { Credentials, PasswordsFor } from "./sign-in.ts";

export interface ConsoleSettings {
  /** Whether strangers may ask for an account. */
  readonly asksAllowed: boolean;
  /** Who is made operator where there is none; null where a link is given out instead. */
  readonly firstOperator: Credentials | null;
  readonly passwordsFor: PasswordsFor;
  /** Null where nobody signs in at a provider. */
  readonly signOn: SignOnSettings | null;
}

function readFirstOperator(env: Environment): Credentials | null {
  const email = readText(env, "CLIPMILL_ADMIN_EMAIL");
  const password = readText(env, "CLIPMILL_ADMIN_PASSWORD");
  if (email === undefined && password === undefined) return null;
  if (email === undefined || !/^[^@\s]+@[^@\s]+$/.test(email)) {
    throw new SettingError(
      "CLIPMILL_ADMIN_EMAIL",
      "must be an e-mail address beside CLIPMILL_ADMIN_PASSWORD.",
    );
  }
  const { minLength, maxLength } = PASSWORD_LIMITS;
  if (password === undefined || password.length < minLength || password.length > maxLength) {
    throw new SettingError(
      "CLIPMILL_ADMIN_PASSWORD",
      `must have ${minLength} to ${maxLength} characters and be set beside CLIPMILL_ADMIN_EMAIL.`,
    );
  }
  return { email, password };
}

function readPasswordsFor(env: Environment, signOn: SignOnSettings | null): PasswordsFor {
  const variable = "CLIPMILL_PASSWORDS";
  const passwords = readChoice(env, variable, ["on", "operators"], "on");
  if (passwords === "on") return "everybody";
  if (signOn !== null) return "operators";
  throw new SettingError(variable, "must be on where CLIPMILL_OIDC_ISSUER is not set.");
}

/** @throws SettingError */
export function readConsoleSettings(env: Environment): ConsoleSettings {
  const signOn = readSignOnSettings(env);
  return {
    asksAllowed: readChoice(env, "CLIPMILL_ACCOUNT_REQUESTS", ["on", "off"], "on") === "on",
    firstOperator: readFirstOperator(env),
    passwordsFor: readPasswordsFor(env, signOn),
    signOn,
  };
}
