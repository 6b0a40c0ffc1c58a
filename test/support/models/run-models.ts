// The command line of models, in the test's own process, which is what most tests of commands need, or as a process.
import { type ChildProcess, execFile } from "node:child_process";
import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { runModels } from "../../../deploy/models/run-models.ts";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command to its end, here, where nobody can be asked: loading the code again takes longer than most. */
export async function runModelsHere(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = [text(stdout), text(stderr)];
  const code = await runModels(args, {
    env,
    terminal: new Console({ stdout, stderr }),
    progress: stderr,
    ask: async () => undefined,
    signal: new AbortController().signal,
  });
  stdout.end();
  stderr.end();
  const [printed = "", complained = ""] = await Promise.all(texts);
  return { code, stdout: printed, stderr: complained };
}

/** Starts one command as a process. */
export function startModels(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  let child: ChildProcess | undefined;
  const ended = new Promise<Ended>((resolve) => {
    child = execFile(
      process.execPath,
      ["deploy/models.ts", ...args],
      { env, timeout: 180_000 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
  return { child: child as unknown as ChildProcess, ended };
}
