// Passes PostgreSQL's messages (protocol 3.0: a type byte, a length of 4 bytes that counts itself, the payload) on whole:
// what has come of the next one is held back until the rest is there. So whoever adds a message of their own never adds
// it in the middle of another.

const HEADER_BYTES = 5;

export class WholeMessages {
  #parts: Buffer[] = [];
  #heldBytes = 0;
  /** Of the message that is held back, or of its header as long as that has not come. */
  #neededBytes = HEADER_BYTES;

  /** Takes the next bytes of the stream; all messages that are whole now, if any. */
  take(chunk: Buffer): Buffer | undefined {
    this.#parts.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes < this.#neededBytes) return undefined;
    const data = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts, this.#heldBytes);
    let end = 0;
    this.#neededBytes = HEADER_BYTES;
    while (data.length - end >= HEADER_BYTES) {
      const sizeBytes = Math.max(HEADER_BYTES, 1 + data.readUInt32BE(end + 1));
      if (data.length - end < sizeBytes) {
        this.#neededBytes = sizeBytes;
        break;
      }
      end += sizeBytes;
    }
    const rest = data.subarray(end);
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#heldBytes = rest.length;
    return end === 0 ? undefined : data.subarray(0, end);
  }
}
