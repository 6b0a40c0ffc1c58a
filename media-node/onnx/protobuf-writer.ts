// The part of the protobuf wire format (https://protobuf.dev/programming-guides/encoding/) that writing ONNX needs:
// varints, 32-bit floats, and length-delimited fields. A message keeps its parts by reference and is joined once at
// the end, so that gigabytes of weights are copied a single time. protobufjs was rejected: a large dependency with a
// schema of its own, for four kinds of field.

const WIRE = { varint: 0, lengthDelimited: 2, fixed32: 5 } as const;

function varint(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  // Negative numbers are written as their 64-bit two's complement, ten bytes long.
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

/** One protobuf message under construction; fields are written in the order of the calls. */
export class ProtobufMessage {
  readonly #parts: Uint8Array[] = [];
  #sizeBytes = 0;

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  #append(part: Uint8Array): void {
    this.#parts.push(part);
    this.#sizeBytes += part.byteLength;
  }

  #tag(field: number, wire: number): void {
    this.#append(varint((field << 3) | wire));
  }

  /** A field of type int64, int32, bool or enum. */
  integer(field: number, value: number | bigint): this {
    this.#tag(field, WIRE.varint);
    this.#append(varint(value));
    return this;
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.#tag(field, WIRE.fixed32);
    this.#append(bytes);
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.#tag(field, WIRE.lengthDelimited);
    this.#append(varint(value.byteLength));
    this.#append(value);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value, "utf8"));
  }

  message(field: number, value: ProtobufMessage): this {
    this.#tag(field, WIRE.lengthDelimited);
    this.#append(varint(value.#sizeBytes));
    for (const part of value.#parts) this.#append(part);
    return this;
  }

  /** The encoded message in one piece. */
  finish(): Uint8Array {
    const joined = new Uint8Array(this.#sizeBytes);
    let offset = 0;
    for (const part of this.#parts) {
      joined.set(part, offset);
      offset += part.byteLength;
    }
    return joined;
  }
}
