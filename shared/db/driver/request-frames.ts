// Follows what a client sends, and knows whether the server still owes it an answer: the driver sends statements behind
// others that are not answered yet. The server says once that it is ready for each Query and each Sync, and once after
// the connection's start.
import { MessageFrames } from "./message-frames.ts";

const QUERY = 0x51; // Q
const SYNC = 0x53; // S
/** Bind, Close, Describe, Execute, Flush, Parse: a Sync follows, perhaps not before something was answered. */
const PARTS: ReadonlySet<number> = new Set(Buffer.from("BCDEHP", "latin1"));
/** Stands for the type that the first message, which starts the connection, has not. */
const START = 0;

/** One connection's outgoing messages. */
export class RequestFrames {
  readonly #frames = new MessageFrames((type) => this.#begin(type));
  #unanswered = 0;
  #isUnfinished = false;

  constructor() {
    this.#frames.read(Buffer.from([START]));
  }

  /** Takes the next bytes that are sent. */
  read(data: Buffer): void {
    this.#frames.read(data);
  }

  /** The server has said that it is ready. Whether it owes an answer still. */
  answered(): boolean {
    this.#unanswered = Math.max(0, this.#unanswered - 1);
    return this.isWaiting;
  }

  /** Whether the server owes an answer. */
  get isWaiting(): boolean {
    return this.#unanswered > 0 || this.#isUnfinished;
  }

  #begin(type: number): void {
    if (type === QUERY || type === SYNC || type === START) {
      this.#unanswered += 1;
      this.#isUnfinished = false;
    } else if (PARTS.has(type)) this.#isUnfinished = true;
  }
}
