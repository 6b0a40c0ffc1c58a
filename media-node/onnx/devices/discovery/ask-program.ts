// Asks a program of the machine a question, bounded in time and output. A driver that hangs holds the program that asks
// it in the kernel, where no signal ends it: the answer is given up after its time all the same, and nothing of ours
// waits for that program any more. `execFile` was rejected: its own time limit waits for the end that never comes.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { DEVICE_SEARCH_LIMITS } from "../../../../shared/limits/processes.ts";

export type Answer =
  | {
      readonly outcome: "ended";
      /** Null where a signal ended it. */
      readonly exitCode: number | null;
      readonly killedBy: NodeJS.Signals | null;
      readonly output: string;
      readonly errors: string;
    }
  /** There is no such program that may be started. */
  | { readonly outcome: "absent" }
  /** It did not end in time, or wrote more than anybody asked for. */
  | { readonly outcome: "stuck"; readonly reason: string };

export interface Question {
  readonly command: string;
  readonly args: readonly string[];
  /** Ours where not given. */
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

type Asked = ChildProcessByStdio<null, Readable, Readable>;

/** Ends it, if it can be ended, and forgets it, so that this process can end. */
function giveUp(child: Asked): void {
  child.kill("SIGKILL");
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}

/** What the program says; never rejects. */
export function askProgram({ command, args, env = process.env, timeoutMs }: Question): Promise<Answer> {
  const { askTimeoutMs, answerBytes } = DEVICE_SEARCH_LIMITS;
  const limitMs = timeoutMs ?? askTimeoutMs;
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    const texts = { output: "", errors: "" };
    const settle = (answer: Answer): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    const stick = (reason: string): void => {
      giveUp(child);
      settle({ outcome: "stuck", reason: `${command} ${reason}` });
    };
    const timer = setTimeout(() => stick(`did not answer within ${limitMs / 1_000} s`), limitMs);
    const keep = (name: keyof typeof texts, chunk: string): void => {
      texts[name] += chunk;
      if (texts[name].length > answerBytes) stick(`wrote more than ${answerBytes} bytes`);
    };
    // Where it cannot be started, it has no pipes either.
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => keep("output", chunk));
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => keep("errors", chunk));
    child.once("error", (error) => {
      const isAbsent = "code" in error && (error.code === "ENOENT" || error.code === "EACCES");
      settle(isAbsent ? { outcome: "absent" } : { outcome: "stuck", reason: `${command}: ${error.message}` });
    });
    child.once("close", (exitCode, killedBy) => settle({ outcome: "ended", exitCode, killedBy, ...texts }));
  });
}

/** What a program said of its failure, in one line that is fit for a log. */
export function failureText(answer: Extract<Answer, { outcome: "ended" }>): string {
  const { exitCode, killedBy, output, errors } = answer;
  const said = `${errors}\n${output}`.replaceAll(/\s+/g, " ").trim();
  const end = killedBy === null ? `ended with ${exitCode}` : `was ended by ${killedBy}`;
  return said === "" ? end : `${end}: ${said.slice(0, DEVICE_SEARCH_LIMITS.reasonCharacters)}`;
}
