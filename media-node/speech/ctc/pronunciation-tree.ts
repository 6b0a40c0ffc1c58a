// The words of a lexicon as a prefix tree over the symbols of an acoustic model: words that begin alike share their
// beginning. Nodes are integers in breadth-first order, so that a node's children stand side by side; node 0 is the
// root. A word with several pronunciations has several entries, and entries that sound alike end at one node.

/** One pronunciation of one word. */
export interface LexiconEntry {
  readonly word: string;
  /** Ids of the acoustic model's symbols, at least one. */
  readonly symbols: Int32Array | readonly number[];
}

export interface PronunciationTree {
  readonly nodeCount: number;
  /** Symbol on the way into each node; -1 for the root. */
  readonly symbol: Int32Array;
  readonly parent: Int32Array;
  /** Children of node n are the nodes from `firstChild[n]` to before `firstChild[n + 1]`. */
  readonly firstChild: Int32Array;
  /** Entries that end at node n are `endingEntry[firstEnding[n]]` to before `endingEntry[firstEnding[n + 1]]`. */
  readonly firstEnding: Int32Array;
  readonly endingEntry: Int32Array;
  /** The root's child for each symbol, or -1. */
  readonly rootChild: Int32Array;
}

/** A tree that grows: children of a node are chained, nodes are numbered as they come. */
class GrowingTree {
  readonly symbol: number[] = [-1];
  readonly children: number[][] = [[]];
  readonly #childByKey = new Map<number, number>();
  readonly #symbolCount: number;

  constructor(symbolCount: number) {
    this.#symbolCount = symbolCount;
  }

  child(node: number, symbol: number): number {
    const key = node * this.#symbolCount + symbol;
    const known = this.#childByKey.get(key);
    if (known !== undefined) return known;
    const made = this.symbol.length;
    this.symbol.push(symbol);
    this.children.push([]);
    this.children[node]?.push(made);
    this.#childByKey.set(key, made);
    return made;
  }
}

/** Nodes in breadth-first order, and where each node of the growing tree went. */
function breadthFirst(growing: GrowingTree): { order: number[]; placeOf: Int32Array } {
  const order = [0];
  for (let at = 0; at < order.length; at += 1) {
    for (const child of growing.children[order[at] as number] as number[]) order.push(child);
  }
  const placeOf = new Int32Array(order.length);
  order.forEach((node, place) => {
    placeOf[node] = place;
  });
  return { order, placeOf };
}

/** Lists of entries by the node where they end. */
function groupEndings(ends: Int32Array, nodeCount: number): { first: Int32Array; entries: Int32Array } {
  const first = new Int32Array(nodeCount + 1);
  for (const node of ends) first[node + 1] = (first[node + 1] as number) + 1;
  for (let node = 0; node < nodeCount; node += 1) {
    first[node + 1] = (first[node + 1] as number) + (first[node] as number);
  }
  const fill = first.slice(0, nodeCount);
  const entries = new Int32Array(ends.length);
  ends.forEach((node, entry) => {
    entries[fill[node] as number] = entry;
    fill[node] = (fill[node] as number) + 1;
  });
  return { first, entries };
}

/** Builds the tree of all entries; `symbolCount` is the size of the acoustic model's vocabulary. */
export function buildPronunciationTree(
  entries: readonly LexiconEntry[],
  symbolCount: number,
): PronunciationTree {
  const growing = new GrowingTree(symbolCount);
  const ends = Int32Array.from(entries, ({ symbols }) => {
    let node = 0;
    for (const symbol of symbols) node = growing.child(node, symbol);
    return node;
  });
  const { order, placeOf } = breadthFirst(growing);
  const nodeCount = order.length;
  const firstChild = new Int32Array(nodeCount + 1);
  const parent = new Int32Array(nodeCount).fill(-1);
  let next = 1;
  order.forEach((node, place) => {
    firstChild[place] = next;
    const children = growing.children[node] as number[];
    parent.fill(place, next, next + children.length);
    next += children.length;
  });
  firstChild[nodeCount] = next;
  const symbol = Int32Array.from(order, (node) => growing.symbol[node] as number);
  const rootChild = new Int32Array(symbolCount).fill(-1);
  for (let node = 1; node < (firstChild[1] as number); node += 1) rootChild[symbol[node] as number] = node;
  const endings = groupEndings(
    ends.map((node) => placeOf[node] as number),
    nodeCount,
  );
  return {
    nodeCount,
    symbol,
    parent,
    firstChild,
    firstEnding: endings.first,
    endingEntry: endings.entries,
    rootChild,
  };
}

/** The largest of `entryScores` at or below each node: what a search may hope for there. 0 at the root. */
export function bestBelow(tree: PronunciationTree, entryScores: ArrayLike<number>): Float32Array {
  const best = new Float32Array(tree.nodeCount).fill(Number.NEGATIVE_INFINITY);
  for (let node = tree.nodeCount - 1; node > 0; node -= 1) {
    for (let at = tree.firstEnding[node] as number; at < (tree.firstEnding[node + 1] as number); at += 1) {
      best[node] = Math.max(best[node] as number, entryScores[tree.endingEntry[at] as number] as number);
    }
    const parent = tree.parent[node] as number;
    best[parent] = Math.max(best[parent] as number, best[node] as number);
  }
  best[0] = 0;
  return best;
}
