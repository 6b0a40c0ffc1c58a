// Tensors that stay in a device's process from one call to the next, such as a decoder's cache of keys and values: for a
// large model that is hundreds of megabytes a window, which must not cross between processes with every token. Whoever
// left them gives them up; what nobody asked for in a while goes by itself, since its caller may be gone.
import type { Tensor } from "../tensor.ts";
import type { KeptShape } from "./device-messages.ts";

interface Kept {
  readonly tensor: Tensor;
  usedMs: number;
}

/** A new tensor with some rows of another, where that lies. */
export type GatherRows = (tensor: Tensor, rows: readonly number[]) => Promise<Tensor>;

/** What a call left here was given up before another call asked for it. */
export class TensorGone extends Error {
  constructor(number: number) {
    super(`The device holds no tensor ${number} any more.`);
    this.name = "TensorGone";
  }
}

/** The tensors of one device's process, by the numbers that callers know them by. */
export class KeptTensors {
  readonly #kept = new Map<number, Kept>();
  readonly #keptMs: number;
  readonly #gatherRows: GatherRows;
  #count = 0;

  constructor(keptMs: number, gatherRows: GatherRows) {
    this.#keptMs = keptMs;
    this.#gatherRows = gatherRows;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** The tensor is disposed of here from now on: once it is released, or was not used for long (`releaseOld`). */
  add(tensor: Tensor, nowMs: number): KeptShape {
    this.#count += 1;
    this.#kept.set(this.#count, { tensor, usedMs: nowMs });
    return { kept: this.#count, type: tensor.type, dims: tensor.dims };
  }

  /** @throws TensorGone for one that is not here any more */
  get(number: number, nowMs: number): Tensor {
    const found = this.#kept.get(number);
    if (found === undefined) throw new TensorGone(number);
    found.usedMs = nowMs;
    return found.tensor;
  }

  /** New tensors with only these rows, in this order. Where one cannot be made, there is none. @throws as `get` */
  async gather(numbers: readonly number[], rows: readonly number[], nowMs: number): Promise<KeptShape[]> {
    const gathered: KeptShape[] = [];
    try {
      for (const number of numbers) {
        gathered.push(this.add(await this.#gatherRows(this.get(number, nowMs), rows), nowMs));
      }
      return gathered;
    } catch (error) {
      this.release(gathered.map(({ kept }) => kept));
      throw error;
    }
  }

  /** Leaves the rows of each part here, instead of the tensor. Where one cannot be made, there is none. */
  async addParts(tensor: Tensor, parts: readonly number[], nowMs: number): Promise<KeptShape[]> {
    const added: KeptShape[] = [];
    let from = 0;
    try {
      for (const rows of parts) {
        const own = Array.from({ length: rows }, (_, row) => from + row);
        from += rows;
        added.push(this.add(await this.#gatherRows(tensor, own), nowMs));
      }
      tensor.dispose();
      return added;
    } catch (error) {
      this.release(added.map(({ kept }) => kept));
      throw error;
    }
  }

  /** Numbers of tensors that are gone are passed over. */
  release(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#kept.get(number)?.tensor.dispose();
      this.#kept.delete(number);
    }
  }

  /** Returns which these were. */
  releaseOld(nowMs: number): number[] {
    const old = [...this.#kept].filter(([, { usedMs }]) => nowMs - usedMs > this.#keptMs).map(([id]) => id);
    this.release(old);
    return old;
  }
}
