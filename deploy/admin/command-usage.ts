// The usage line of an operator's command, such as "key create ACCOUNT [--name N] [--scopes A,B]". It is all that says what
// a command is called and what it takes: the help shows it, options are parsed by it, and what was given is held against it.
// The name is in lower case, arguments come before options, and whatever may be left out stands in brackets.
export interface HasUsage {
  readonly usage: string;
}

/** Options by their names, as `parseArgs` returns them. */
export type GivenOptions = Readonly<Record<string, string | boolean | undefined>>;

interface UsageOption {
  readonly name: string;
  readonly takesValue: boolean;
  readonly isRequired: boolean;
}

/** As `parseArgs` wants them. */
type OptionTypes = Readonly<Record<string, { readonly type: "boolean" | "string" }>>;

/** Options of every command. */
const COMMON_OPTIONS: OptionTypes = { json: { type: "boolean" }, help: { type: "boolean" } };

const NAME = /^[a-z][a-z-]*(?: [a-z][a-z-]*(?= |$))*/;
/** An option with what stands before it, a bracket or an argument that it may replace, and with its value. */
const OPTION = /([[|]?)--([a-z-]+)(?: ([^\s[\]-][^\s[\]]*))?/g;

/** What a command is called, such as "key create". */
export function nameOf({ usage }: HasUsage): string {
  return NAME.exec(usage)?.[0] ?? "";
}

/** The words of a command's name, which are typed before its arguments. */
export function wordsOf(command: HasUsage): string[] {
  return nameOf(command).split(" ");
}

function argumentsOf(command: HasUsage): string[] {
  const takes = command.usage.slice(nameOf(command).length).trim().split(" ");
  const firstOption = takes.findIndex((part) => /^\[?--/.test(part));
  return (firstOption === -1 ? takes : takes.slice(0, firstOption)).filter((part) => part !== "");
}

function optionsOf({ usage }: HasUsage): UsageOption[] {
  return [...usage.matchAll(OPTION)].map(([, before, name = "", value]) => ({
    name,
    takesValue: value !== undefined,
    isRequired: before === "",
  }));
}

/** All options that these commands take. */
export function optionTypes(commands: readonly HasUsage[]): OptionTypes {
  const options = commands.flatMap(optionsOf).map(({ name, takesValue }) => {
    return [name, { type: takesValue ? "string" : "boolean" }] as const;
  });
  return { ...COMMON_OPTIONS, ...Object.fromEntries(options) };
}

/** The command that words name; of several the longest: `queue failed` is another command than `queue`. */
export function findCommand<C extends HasUsage>(
  commands: readonly C[],
  words: readonly string[],
): C | undefined {
  const line = `${words.join(" ")} `;
  const named = commands.filter((command) => line.startsWith(`${nameOf(command)} `));
  return named.sort((a, b) => nameOf(b).length - nameOf(a).length)[0];
}

/**
 * What was given that the command does not take. Nobody should believe that it was heeded: `key create ACCOUNT CLIPPING`
 * would make a key with all scopes.
 */
function findSurplus(command: HasUsage, args: readonly string[], options: GivenOptions): string | undefined {
  const surplus = args[argumentsOf(command).length];
  if (surplus !== undefined) return surplus;
  const known = [...Object.keys(COMMON_OPTIONS), ...optionsOf(command).map(({ name }) => name)];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  return unknown === undefined ? undefined : `--${unknown}`;
}

/** The first argument, or else option, that must be given and was not. */
function findMissing(command: HasUsage, args: readonly string[], options: GivenOptions): string | undefined {
  const argument = argumentsOf(command).filter((part) => !part.startsWith("["))[args.length];
  const isReplaced = optionsOf({ usage: argument ?? "" }).some(({ name }) => options[name] !== undefined);
  if (argument !== undefined && !isReplaced) return argument;
  const option = optionsOf(command).find(({ name, isRequired }) => isRequired && options[name] === undefined);
  return option === undefined ? undefined : `--${option.name}`;
}

/** Why a command cannot be run with these, in a sentence; undefined where nothing is amiss. */
export function usageProblem(
  command: HasUsage,
  args: readonly string[],
  options: GivenOptions,
): string | undefined {
  const surplus = findSurplus(command, args, options);
  if (surplus !== undefined) return `${nameOf(command)} does not take ${surplus}.`;
  const missing = findMissing(command, args, options);
  return missing === undefined ? undefined : `${missing} is missing.`;
}
