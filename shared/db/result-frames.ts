// Follows PostgreSQL's messages (protocol 3.0: a type byte, a length of 4 bytes that counts itself, the payload) as they
// come in, in whatever pieces. It copies nothing and keeps no payload: it knows where messages begin, whether rows of a
// result have come without its end, and whether an answer is complete.

const HEADER_BYTES = 5;
const DATA_ROW = 0x44; // D
const COMMAND_COMPLETE = 0x43; // C
const EMPTY_QUERY = 0x49; // I
const PORTAL_SUSPENDED = 0x73; // s
const ERROR_RESPONSE = 0x45; // E
const READY_FOR_QUERY = 0x5a; // Z

const RESULT_ENDS: ReadonlySet<number> = new Set([COMMAND_COMPLETE, EMPTY_QUERY, PORTAL_SUSPENDED]);

export interface FrameEvents {
  /** An error begins at this byte of the chunk, after rows of the same result. */
  onBrokenResult(offset: number): void;
  /** The server has answered all that was asked and waits. */
  onReady(): void;
}

/** One connection's incoming messages. */
export class ResultFrames {
  readonly #events: FrameEvents;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #payloadBytes = 0;
  #hasRows = false;

  constructor(events: FrameEvents) {
    this.#events = events;
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
      if (this.#headerBytes === 0) this.#begin(chunk[offset] ?? 0, offset);
      const taken = Math.min(HEADER_BYTES - this.#headerBytes, chunk.length - offset);
      chunk.copy(this.#header, this.#headerBytes, offset, offset + taken);
      this.#headerBytes += taken;
      offset += taken;
      if (this.#headerBytes < HEADER_BYTES) return;
      this.#headerBytes = 0;
      this.#payloadBytes = Math.max(0, this.#header.readUInt32BE(1) - (HEADER_BYTES - 1));
    }
  }

  #begin(type: number, offset: number): void {
    if (type === DATA_ROW) this.#hasRows = true;
    else if (RESULT_ENDS.has(type)) this.#hasRows = false;
    else if (type === ERROR_RESPONSE && this.#hasRows) {
      this.#hasRows = false;
      this.#events.onBrokenResult(offset);
    } else if (type === READY_FOR_QUERY) {
      this.#hasRows = false;
      this.#events.onReady();
    }
  }
}
