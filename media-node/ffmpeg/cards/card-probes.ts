// In which order cards are probed: the first one alone, since a machine without any is the usual one; then all others
// side by side, save where the first one's failure is the machine's and would be theirs too.

/** What a driver, a container or a build of ffmpeg lacks, it lacks for every card. */
const MACHINE_WIDE =
  /Cannot load|CUDA_ERROR_NO_DEVICE|no CUDA-capable|Unknown (encoder|decoder|filter)|No such filter|Unrecognized|built without|Device creation failed: -12/i;

export interface ProbedCards {
  /** By CUDA's numbers. */
  readonly cards: readonly number[];
  /** Why no card works; null where one does. */
  readonly missing: string | null;
}

/** @param probe Null where the card works, or why it does not. @param count Cards that are looked for */
export async function probeAllCards(
  count: number,
  probe: (card: number) => Promise<string | null>,
): Promise<ProbedCards> {
  const first = await probe(0);
  if (first !== null && MACHINE_WIDE.test(first)) return { cards: [], missing: first };
  const others = Array.from({ length: count - 1 }, (_, index) => index + 1);
  const failures = [first, ...(await Promise.all(others.map(probe)))];
  const cards = failures.flatMap((failure, card) => (failure === null ? [card] : []));
  return { cards, missing: cards.length > 0 ? null : first };
}
