// The settings of who may sign in to the console, and how.
import { type Environment, readChoice } from "../../../shared/process/environment.ts";

export interface ConsoleSettings {
  /** Whether strangers may ask for an account. */
  readonly asksAllowed: boolean;
}

/** @throws SettingError */
export function readConsoleSettings(env: Environment): ConsoleSettings {
  return {
    asksAllowed: readChoice(env, "CLIPMILL_ACCOUNT_REQUESTS", ["on", "off"], "on") === "on",
  };
}
