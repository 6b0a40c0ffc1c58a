// Reads FlatBuffers (https://flatbuffers.dev/internals/): tables whose fields are found by number through a table of
// offsets, and vectors. Only what TensorFlow Lite's files use. The `flatbuffers` package was rejected: it needs code that
// is generated from the schema, for six kinds of table.

/** One table of a buffer. Reading outside of the buffer throws a RangeError, as DataView does. */
export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;

  private constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
  }

  /** The table at the buffer's root. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new FlatTable(view, view.getUint32(0, true));
  }

  /** Where a field lies; undefined where the file leaves it at its default. */
  #field(number: number): number | undefined {
    const offsets = this.#at - this.#view.getInt32(this.#at, true);
    const entry = 4 + 2 * number;
    if (entry >= this.#view.getUint16(offsets, true)) return undefined;
    const offset = this.#view.getUint16(offsets + entry, true);
    return offset === 0 ? undefined : this.#at + offset;
  }

  #followed(at: number): number {
    return at + this.#view.getUint32(at, true);
  }

  /** Signed; `unless` is the field's default by the schema. */
  byte(number: number, unless = 0): number {
    const at = this.#field(number);
    return at === undefined ? unless : this.#view.getInt8(at);
  }

  /** Signed, 32 bits; `unless` as above. */
  integer(number: number, unless = 0): number {
    const at = this.#field(number);
    return at === undefined ? unless : this.#view.getInt32(at, true);
  }

  table(number: number): FlatTable | undefined {
    const at = this.#field(number);
    return at === undefined ? undefined : new FlatTable(this.#view, this.#followed(at));
  }

  #vector(number: number): { first: number; length: number } {
    const at = this.#field(number);
    if (at === undefined) return { first: 0, length: 0 };
    const start = this.#followed(at);
    return { first: start + 4, length: this.#view.getUint32(start, true) };
  }

  #elements<T>(number: number, bytes: number, read: (at: number) => T): T[] {
    const { first, length } = this.#vector(number);
    if (first + length * bytes > this.#view.byteLength) throw new RangeError("A vector ends after the file.");
    return Array.from({ length }, (_, index) => read(first + bytes * index));
  }

  /** Signed, 32 bits each; empty where the field is missing. @throws RangeError where the file is cut off */
  integers(number: number): number[] {
    return this.#elements(number, 4, (at) => this.#view.getInt32(at, true));
  }

  /** Empty where the field is missing. @throws RangeError where the file is cut off */
  tables(number: number): FlatTable[] {
    return this.#elements(number, 4, (at) => new FlatTable(this.#view, this.#followed(at)));
  }

  /** A copy, so that it begins where any type of number may. */
  bytes(number: number): Uint8Array<ArrayBuffer> {
    const { first, length } = this.#vector(number);
    if (first + length > this.#view.byteLength) throw new RangeError("A vector ends after the file.");
    return new Uint8Array(
      this.#view.buffer.slice(
        this.#view.byteOffset + first,
        this.#view.byteOffset + first + length,
      ) as ArrayBuffer,
    );
  }
}
