// The operator's command line, in the test's own process, which is what most tests of commands need, or as a process.
import { execFile } from "node:child_process";
import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { runAdmin } from "../../../deploy/admin/run-admin.ts";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command to its end, here: loading the code again for each takes longer than all that they do. */
export async function runAdminHere(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runAdmin(args, env, new Console({ stdout, stderr }));
  stdout.end();
  stderr.end();
  return { code, stdout: await text(stdout), stderr: await text(stderr) };
}

/** Runs one command to its end, as a process. */
export function runAdminProcess(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["deploy/admin.ts", ...args],
      { env: { ...process.env, ...env }, timeout: 120_000 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    );
  });
}
