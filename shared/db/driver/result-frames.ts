// Follows what the server sends: whether rows of a result, or a client's copy, have come without their end, whether a copy
// to the client is over, and whether an answer is complete.
import { MessageFrames } from "./message-frames.ts";

const DATA_ROW = 0x44; // D
const COMMAND_COMPLETE = 0x43; // C
const EMPTY_QUERY = 0x49; // I
const PORTAL_SUSPENDED = 0x73; // s
const ERROR_RESPONSE = 0x45; // E
const READY_FOR_QUERY = 0x5a; // Z
const COPY_IN_RESPONSE = 0x47; // G
const COPY_DONE = 0x63; // c

const RESULT_ENDS: ReadonlySet<number> = new Set([COMMAND_COMPLETE, EMPTY_QUERY, PORTAL_SUSPENDED]);

export interface FrameEvents {
  /**
   * An error begins at this byte of the chunk.
   * @param isResultOpen whether it comes after rows of a result, or instead of the end of a copy
   */
  onError(offset: number, isResultOpen: boolean): void;
  /** A copy to the client has its last row. */
  onCopied(): void;
  /** The server has answered a statement, or whatever it was asked together. */
  onReady(): void;
}

/** One connection's incoming messages. */
export class ResultFrames {
  readonly #events: FrameEvents;
  readonly #frames = new MessageFrames((type, offset) => this.#begin(type, offset));
  /** Whether a result or a copy lacks its end. */
  #isOpen = false;

  constructor(events: FrameEvents) {
    this.#events = events;
  }

  /** Takes the next bytes of the stream. */
  read(chunk: Buffer): void {
    this.#frames.read(chunk);
  }

  #begin(type: number, offset: number): void {
    if (type === DATA_ROW || type === COPY_IN_RESPONSE) this.#isOpen = true;
    else if (RESULT_ENDS.has(type)) this.#isOpen = false;
    else if (type === COPY_DONE) this.#events.onCopied();
    else if (type === ERROR_RESPONSE) {
      this.#events.onError(offset, this.#isOpen);
      this.#isOpen = false;
    } else if (type === READY_FOR_QUERY) {
      this.#isOpen = false;
      this.#events.onReady();
    }
  }
}
