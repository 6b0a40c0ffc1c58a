// What hypotheses have put out so far, as chains of items that share their beginnings. The same chain always has the
// same id, so that two alignments of one output are recognized by comparing two integers. Id 0 is the empty chain.

/** Item ids are below this; with chains below 2^31 the keys stay exact integers. */
const ITEM_RANGE = 2 ** 21;

export class CtcHistories {
  readonly #parent: number[] = [-1];
  readonly #item: number[] = [-1];
  readonly #idByKey = new Map<number, number>();

  /** The chain `history` and one `item` (0 to 2^21 - 1) more. */
  extend(history: number, item: number): number {
    const key = history * ITEM_RANGE + item;
    const known = this.#idByKey.get(key);
    if (known !== undefined) return known;
    const made = this.#parent.length;
    this.#parent.push(history);
    this.#item.push(item);
    this.#idByKey.set(key, made);
    return made;
  }

  parent(history: number): number {
    return this.#parent[history] as number;
  }

  lastItem(history: number): number {
    return this.#item[history] as number;
  }

  /** All items of the chain, first to last. */
  items(history: number): number[] {
    const items: number[] = [];
    for (let at = history; at > 0; at = this.parent(at)) items.push(this.lastItem(at));
    return items.reverse();
  }
}
