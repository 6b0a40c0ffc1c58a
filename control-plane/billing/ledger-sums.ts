// Sums of ledger entries by account and kind, exact: moods are counted in ten-thousandths, as whole numbers.
import type { LedgerEntry, LedgerSum } from "../db/ledger-archives.ts";

const UNITS_PER_MOOD = 10_000n;

function unitsOf(moods: string): bigint {
  const [, sign, whole, places] = /^(-?)(\d+)\.(\d{4})$/.exec(moods) ?? [];
  if (whole === undefined || places === undefined) throw new Error(`"${moods}" is no number of moods.`);
  return BigInt(`${sign}${whole}${places}`);
}

function textOf(units: bigint): string {
  const size = units < 0n ? -units : units;
  return `${units < 0n ? "-" : ""}${size / UNITS_PER_MOOD}.${String(size % UNITS_PER_MOOD).padStart(4, "0")}`;
}

/** Holds a sum for each account and kind, however many entries are added. */
export class LedgerSums {
  readonly #sums = new Map<string, { entries: number; units: bigint }>();
  #entries = 0;
  #firstId: bigint | undefined;
  #lastId: bigint | undefined;

  add({ id, account_id, kind, moods }: Pick<LedgerEntry, "id" | "account_id" | "kind" | "moods">): void {
    const name = `${account_id} ${kind}`;
    const sum = this.#sums.get(name) ?? { entries: 0, units: 0n };
    this.#sums.set(name, { entries: sum.entries + 1, units: sum.units + unitsOf(moods) });
    const number = BigInt(id);
    this.#entries += 1;
    this.#firstId = this.#firstId === undefined || number < this.#firstId ? number : this.#firstId;
    this.#lastId = this.#lastId === undefined || number > this.#lastId ? number : this.#lastId;
  }

  /** How many were added. */
  get entries(): number {
    return this.#entries;
  }

  /** The smallest id of all entries; null without any. */
  get firstId(): string | null {
    return this.#firstId?.toString() ?? null;
  }

  /** The largest id of all entries; null without any. */
  get lastId(): string | null {
    return this.#lastId?.toString() ?? null;
  }

  /** In the order of account and kind, so that the same entries always give the same text. */
  list(): LedgerSum[] {
    return [...this.#sums.keys()].sort().map((name) => {
      const [account_id = "", kind = ""] = name.split(" ");
      const { entries = 0, units = 0n } = this.#sums.get(name) ?? {};
      return { account_id, kind, entries, moods: textOf(units) };
    });
  }
}
