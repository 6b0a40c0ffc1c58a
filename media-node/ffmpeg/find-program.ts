// Where a program is, as the shell would find it. Children start behind other programs, which report a missing one in
// ways of their own: it is looked for first, so that it fails like any other spawn.
import { access, constants } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";

export interface ProgramSearch {
  /** What relative paths are relative to; ours where not given. */
  readonly cwd?: string | undefined;
  /** Folders as in PATH. */
  readonly path: string | undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** The path of a program that may be started; undefined where there is none. */
export async function findProgram(
  command: string,
  { cwd = "", path = "" }: ProgramSearch,
): Promise<string | undefined> {
  const folders = command.includes("/") ? [cwd] : path.split(delimiter).filter((folder) => folder !== "");
  for (const folder of folders) {
    const candidate = command.includes("/") ? resolve(folder, command) : join(folder, command);
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

/** As `findProgram`. @throws the error of a spawn, with its code ENOENT, where there is no such program */
export async function requireProgram(command: string, search: ProgramSearch): Promise<string> {
  const found = await findProgram(command, search);
  if (found !== undefined) return found;
  const message = `spawn ${command} ENOENT: there is no such program that may be started`;
  throw Object.assign(new Error(message), { code: "ENOENT", path: command });
}
