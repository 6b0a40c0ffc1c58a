// Follows PostgreSQL's messages (protocol 3.0: a type byte, a length of 4 bytes that counts itself, the payload) in one
// direction, in whatever pieces they come. It copies nothing and keeps no payload: it knows where messages begin.

const HEADER_BYTES = 5;

/** One for each direction of a connection. */
export class MessageFrames {
  readonly #onMessage: (type: number, offset: number) => void;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #payloadBytes = 0;

  /** @param onMessage told of each message's first byte, with its place in the chunk */
  constructor(onMessage: (type: number, offset: number) => void) {
    this.#onMessage = onMessage;
  }

  /** Takes the next bytes of the stream. */
  read(chunk: Buffer): void {
    let offset = 0;
    while (offset < chunk.length) {
      if (this.#payloadBytes > 0) {
        const skipped = Math.min(this.#payloadBytes, chunk.length - offset);
        this.#payloadBytes -= skipped;
        offset += skipped;
        continue;
      }
      if (this.#headerBytes === 0) this.#onMessage(chunk[offset] ?? 0, offset);
      const taken = Math.min(HEADER_BYTES - this.#headerBytes, chunk.length - offset);
      chunk.copy(this.#header, this.#headerBytes, offset, offset + taken);
      this.#headerBytes += taken;
      offset += taken;
      if (this.#headerBytes < HEADER_BYTES) return;
      this.#headerBytes = 0;
      this.#payloadBytes = Math.max(0, this.#header.readUInt32BE(1) - (HEADER_BYTES - 1));
    }
  }
}
