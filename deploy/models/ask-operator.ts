// A question to whoever sits at the terminal.
import { createInterface } from "node:readline/promises";

/**
 * The answer, yes where only Enter is pressed; undefined where standard input or error output is no terminal. The end of
 * the input and Ctrl-C mean no. @throws `signal.reason` on abort
 */
export async function askOperator(question: string, signal: AbortSignal): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const left = new Promise<undefined>((resolve) => terminal.once("close", () => resolve(undefined)));
    const typed = terminal.question(`${question} [Y/n] `, { signal });
    const answer = await Promise.race([typed, left]);
    if (answer === undefined) process.stderr.write("\n");
    return answer !== undefined && /^(?:y|yes|)$/i.test(answer.trim());
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    terminal.close();
  }
}
