// Prometheus' own checks. Debian's package `prometheus` brings them; where they are missing, tests say so and are skipped.
import { spawnSync } from "node:child_process";

/** Why tests with promtool are skipped; false where it is there. */
export const NO_PROMTOOL: string | false =
  spawnSync("promtool", ["--version"]).error === undefined
    ? false
    : "promtool is not installed (Debian's package prometheus has it)";

/** Runs promtool. @returns what it said, and whether it found nothing to complain of */
export function promtool(
  args: readonly string[],
  input = "",
): { readonly isGood: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync("promtool", args, {
    input,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { isGood: status === 0, said: `${stdout}${stderr}` };
}
