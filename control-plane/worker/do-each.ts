// Upkeep in several steps that do not need each other: one that fails, for a day or for good, keeps no other from its turn.

/** @throws what failed, where anything did: one as it is, several together */
export function throwAny(failures: readonly unknown[]): void {
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join("; "));
  if (failures.length > 0) throw failures[0];
}

/** Does one after the other, whatever becomes of those before. @throws what failed, once all have had their turn */
export async function doEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  throwAny(failures);
}
