// What a run of random faults was, as text.
import type { RandomRunResult } from "../../test/support/faults/random-run.ts";

function printCounts(title: string, counts: Readonly<Record<string, number>>): void {
  console.log(title);
  for (const [name, count] of Object.entries(counts).toSorted()) console.log(`  ${name.padEnd(40)} ${count}`);
}

/** Prints what happened and the account; whether that comes out. */
export function printResult({ faults, answers, ends, account, creates, tookMs }: RandomRunResult): boolean {
  printCounts("faults, by kind", faults);
  printCounts("creates, by answer", answers);
  printCounts("tasks, by end", ends);
  console.log(`${creates} creates sent by clients in ${Math.round(tookMs / 1_000)} s`);
  console.log("the account");
  for (const { name, explains, violations } of account) {
    console.log(`  ${name.padEnd(16)} ${violations.length === 0 ? "holds" : "VIOLATED"}: ${explains}`);
    for (const violation of violations) console.log(`    ${violation}`);
  }
  return account.every((line) => line.violations.length === 0);
}
