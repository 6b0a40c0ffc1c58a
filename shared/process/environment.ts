// Typed reading of CLIPMILL_* variables. Each plane's config.ts names its settings with these readers and is the
// only file of its plane that touches the environment; every failure names the variable and what it should be.
export type Environment = Readonly<Record<string, string | undefined>>;

/** EX_CONFIG of sysexits.h: a setting is wrong, so that starting again changes nothing. */
export const EXIT_CONFIG = 78;

/** A setting that cannot be used; `message` names the variable and is shown to the operator as it is. */
export class SettingError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.name = "SettingError";
  }
}

/** The variable's text, or undefined where it is not set or empty. */
export function readText(env: Environment, variable: string): string | undefined {
  const value = env[variable]?.trim();
  return value === undefined || value === "" ? undefined : value;
}

export interface IntegerRange {
  readonly min: number;
  readonly max: number;
}

/**
 * An integer within bounds, or `fallback` where the variable is not set.
 * @throws SettingError
 */
export function readInteger<F>(
  env: Environment,
  variable: string,
  range: IntegerRange,
  fallback: F,
): number | F {
  const text = readText(env, variable);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= range.min && value <= range.max) return value;
  throw new SettingError(
    variable,
    `must be a whole number from ${range.min} to ${range.max}, not "${text}".`,
  );
}

/**
 * An integer within bounds that have a value of their own for a variable that is not set.
 * @throws SettingError
 */
export function readBounded(
  env: Environment,
  variable: string,
  bounds: IntegerRange & { readonly default: number },
): number {
  return readInteger(env, variable, bounds, bounds.default);
}

/**
 * A TCP port; 0 asks the system for a free one.
 * @throws SettingError
 */
export function readPort<F>(env: Environment, variable: string, fallback: F): number | F {
  return readInteger(env, variable, { min: 0, max: 65_535 }, fallback);
}

/**
 * An absolute http(s) URL without its trailing slash, as the URL parser spells it: what is sent as text has
 * to be equal to what was parsed on its way. Undefined where the variable is not set.
 * @throws SettingError
 */
export function readHttpUrl(env: Environment, variable: string): string | undefined {
  const text = readText(env, variable);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new SettingError(variable, `must be an http or https address, not "${text}".`);
  }
  return url.href.replace(/\/+$/, "");
}

/**
 * One of a few words, in the very case in which they are listed.
 * @throws SettingError
 */
export function readChoice<T extends string>(
  env: Environment,
  variable: string,
  choices: readonly T[],
  fallback: T,
): T {
  const text = readText(env, variable) ?? fallback;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined)
    throw new SettingError(variable, `must be one of ${choices.join(", ")}, not "${text}".`);
  return choice;
}

/** A comma-separated list; empty where the variable is not set. */
export function readList(env: Environment, variable: string): string[] {
  return (readText(env, variable) ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
