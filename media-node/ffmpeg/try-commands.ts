// Whether commands run and are content, found by running them. One shell runs them all, one after the other: it starts
// a program in a millisecond, for which a process of Node.js's size needs ten, and twenty where the machine is busy.
import { spawn } from "node:child_process";
import { rememberGroup, signalGroup } from "./child-groups.ts";

/** One word of a shell's, whatever is in it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** What a shell's script writes before it ends, or is ended; nothing where the shell does not start. */
function outputOf(shell: string, script: string, timeoutMs: number): Promise<string> {
  const child = spawn(shell, ["-c", script], { stdio: ["ignore", "pipe", "ignore"], detached: true });
  const { pid } = child;
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve) => {
    child.once("error", () => resolve(output));
    if (pid === undefined) return;
    const forget = rememberGroup(pid);
    // Not the shell alone: what hangs is the command that it waits for.
    const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), timeoutMs);
    child.once("close", () => {
      clearTimeout(timer);
      forget();
      resolve(output);
    });
  });
}

/**
 * Resolves to whether each command has ended with 0, in their order.
 *
 * @param timeoutMs of all together; those that have not ended by then have not succeeded
 */
export async function tryCommands(
  shell: string,
  commands: readonly (readonly string[])[],
  timeoutMs: number,
): Promise<boolean[]> {
  const lines = commands.map((words) => `${words.map(quoted).join(" ")} </dev/null >/dev/null 2>&1; echo $?`);
  const codes = (await outputOf(shell, lines.join("\n"), timeoutMs)).split("\n");
  return commands.map((_, index) => codes[index] === "0");
}
