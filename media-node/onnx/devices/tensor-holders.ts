// Who has left tensors on a device, and since when. Where the device has no room for a call, whoever began first goes on,
// and whoever began last gives way: its tensors go, and its work starts over once somebody has given up all of theirs. So
// one of them always comes to its end, however little room there is; where all waited for room, each would hold what
// another needs. (Servers of language models make their caches give way so: Kwon et al., Efficient memory management for
// large language model serving with PagedAttention, 2023.)

interface Holder {
  readonly owner: object;
  /** Counts up with each that comes to hold something. */
  since: number;
  readonly numbers: Set<number>;
  /** That were taken from it, and that it has not given up yet. */
  readonly displaced: Set<number>;
}

export class TensorHolders {
  readonly #holders = new Map<object, Holder>();
  readonly #holderOf = new Map<number, Holder>();
  #count = 0;

  /** An owner that holds nothing begins anew: it is the youngest then. */
  add(owner: object, numbers: readonly number[]): void {
    if (numbers.length === 0) return;
    const holder = this.#holders.get(owner) ?? {
      owner,
      since: 0,
      numbers: new Set(),
      displaced: new Set(),
    };
    this.#holders.set(owner, holder);
    if (holder.numbers.size === 0) {
      this.#count += 1;
      holder.since = this.#count;
    }
    for (const number of numbers) {
      holder.numbers.add(number);
      this.#holderOf.set(number, holder);
    }
  }

  /** They are given up. Returns whether somebody holds nothing now who did. */
  remove(numbers: readonly number[]): boolean {
    let isAnyEmpty = false;
    for (const number of numbers) {
      const holder = this.#holderOf.get(number);
      if (holder === undefined) continue;
      this.#holderOf.delete(number);
      holder.displaced.delete(number);
      if (holder.numbers.delete(number)) isAnyEmpty ||= holder.numbers.size === 0;
      if (holder.numbers.size + holder.displaced.size === 0) this.#holders.delete(holder.owner);
    }
    return isAnyEmpty;
  }

  /** Without what was taken from it. */
  heldBy(owner: object): number[] {
    return [...(this.#holders.get(owner)?.numbers ?? [])];
  }

  /** Whether somebody else holds anything, so that a wait for room may have an end. */
  hasOthers(owner: object): boolean {
    return [...this.#holders.values()].some((other) => other.owner !== owner && other.numbers.size > 0);
  }

  /** Who began to hold something last, and after this owner did; undefined also for an owner that holds nothing. */
  youngestAfter(owner: object): object | undefined {
    const own = this.#holders.get(owner);
    if (own === undefined || own.numbers.size === 0) return undefined;
    let youngest = own;
    for (const holder of this.#holders.values()) {
      if (holder.numbers.size > 0 && holder.since > youngest.since) youngest = holder;
    }
    return youngest === own ? undefined : youngest.owner;
  }

  /** Takes all from an owner, and returns what that is. */
  displace(owner: object): number[] {
    const holder = this.#holders.get(owner);
    const numbers = this.heldBy(owner);
    holder?.numbers.clear();
    for (const number of numbers) holder?.displaced.add(number);
    return numbers;
  }

  /** Whether the tensor was taken from its owner, which has not given it up yet. */
  isDisplaced(number: number): boolean {
    return this.#holderOf.get(number)?.displaced.has(number) === true;
  }

  /** The owner gives nothing up any more: what was taken from it is forgotten. Returns what it holds. */
  drop(owner: object): number[] {
    this.remove([...(this.#holders.get(owner)?.displaced ?? [])]);
    return this.heldBy(owner);
  }
}
