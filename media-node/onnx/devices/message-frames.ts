// Messages on a socket: the length of a header, the header as JSON, then the bytes of its tensors, each at a multiple of
// eight from the first, so that they can be used where they were read to.
import { DEVICE_LIMITS } from "../../../shared/limits/devices.ts";
import type { RawTensor, RawTensors } from "./raw-tensors.ts";

const ALIGNMENT = 8;
const LENGTHS_BYTES = 8;

interface TensorPlace extends Omit<RawTensor, "data"> {
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
}

interface Header {
  readonly message: Readonly<Record<string, unknown>>;
  /** The field of the message that holds the tensors. */
  readonly field: string | null;
  readonly tensors: readonly TensorPlace[];
}

const PADDING = Buffer.alloc(ALIGNMENT);

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/**
 * The pieces of a message, in order, tensors on their own memory.
 * @param field the field of `message` that holds tensors
 * @throws RangeError for one that is larger than the other side takes
 */
export function encodeMessage(message: object, field: string | null): Uint8Array[] {
  const { [field ?? ""]: tensors, ...rest } = message as Record<string, unknown>;
  const body: Uint8Array[] = [];
  const places: TensorPlace[] = [];
  let at = 0;
  for (const [name, { type, dims, data }] of Object.entries((tensors ?? {}) as RawTensors)) {
    places.push({ name, type, dims, at, bytes: data.byteLength });
    const end = at + data.byteLength;
    at = align(end);
    body.push(data, PADDING.subarray(0, at - end));
  }
  const header = Buffer.from(JSON.stringify({ message: rest, field, tensors: places } satisfies Header));
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32LE(header.byteLength, 0);
  lengths.writeUInt32LE(at, 4);
  if (at > DEVICE_LIMITS.messageBytes || header.byteLength > DEVICE_LIMITS.headerBytes) {
    throw new RangeError(`A device takes no message of ${at} bytes with a header of ${header.byteLength}.`);
  }
  return [lengths, header, ...body.filter(({ byteLength }) => byteLength > 0)];
}

function decodeMessage(header: Buffer, body: Buffer): unknown {
  const { message, field, tensors } = JSON.parse(header.toString()) as Header;
  if (field === null) return message;
  const entries = tensors.map(({ name, type, dims, at, bytes }) => [
    name,
    { type, dims, data: new Uint8Array(body.buffer, body.byteOffset + at, bytes) },
  ]);
  return { ...message, [field]: Object.fromEntries(entries) };
}

type Part = "lengths" | "header" | "body";

/** Puts messages together from what a socket brings. Not to be used after it has thrown. */
export class MessageReader {
  readonly #onMessage: (message: unknown) => void;
  #part: Part = "lengths";
  #bytes: Buffer = Buffer.alloc(LENGTHS_BYTES);
  #filled = 0;
  #header: Buffer = Buffer.alloc(0);
  #bodyBytes = 0;

  constructor(onMessage: (message: unknown) => void) {
    this.#onMessage = onMessage;
  }

  /** @throws RangeError where a length is beyond the bounds: the other side is not ours */
  push(chunk: Uint8Array): void {
    let from = 0;
    while (from < chunk.byteLength) {
      const taken = Math.min(chunk.byteLength - from, this.#bytes.byteLength - this.#filled);
      this.#bytes.set(chunk.subarray(from, from + taken), this.#filled);
      this.#filled += taken;
      from += taken;
      // A body may have no bytes: then it is there with its header.
      while (this.#filled === this.#bytes.byteLength) this.#finishPart();
    }
  }

  #begin(part: Part, length: number): void {
    this.#part = part;
    // Of its own memory, not of Node's pool: the tensors are views of it, and are handed to other threads.
    this.#bytes = Buffer.allocUnsafeSlow(length);
    this.#filled = 0;
  }

  #finishPart(): void {
    const bytes = this.#bytes;
    if (this.#part === "body") {
      this.#begin("lengths", LENGTHS_BYTES);
      this.#onMessage(decodeMessage(this.#header, bytes));
    } else if (this.#part === "header") {
      this.#header = bytes;
      this.#begin("body", this.#bodyBytes);
    } else {
      const headerBytes = bytes.readUInt32LE(0);
      this.#bodyBytes = bytes.readUInt32LE(4);
      if (headerBytes > DEVICE_LIMITS.headerBytes || this.#bodyBytes > DEVICE_LIMITS.messageBytes) {
        throw new RangeError(`a message of ${this.#bodyBytes} bytes with a header of ${headerBytes}`);
      }
      this.#begin("header", headerBytes);
    }
  }
}
