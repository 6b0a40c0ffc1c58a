// Follows what the server sends: whether rows of a result have come without its end, and whether an answer is complete.
import { MessageFrames } from "./message-frames.ts";

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
  /** The server has answered a statement, or whatever it was asked together. */
  onReady(): void;
}

/** One connection's incoming messages. */
export class ResultFrames {
  readonly #events: FrameEvents;
  readonly #frames = new MessageFrames((type, offset) => this.#begin(type, offset));
  #hasRows = false;

  constructor(events: FrameEvents) {
    this.#events = events;
  }

  /** Takes the next bytes of the stream. */
  read(chunk: Buffer): void {
    this.#frames.read(chunk);
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
