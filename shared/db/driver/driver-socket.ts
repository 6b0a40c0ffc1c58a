// The sockets that the PostgreSQL driver (3.4.9) talks through. They keep eight faults of it from our data:
// - It counts the rows of a result and sets the count back only at the result's end: after an error in the middle, the
//   next result on that connection begins with that many holes. Such an error is preceded by the end that it lacks.
// - It waits for an answer for as long as the connection is open: a connection whose answer is overdue is destroyed.
// - It forgets its socket while it still lets a broken transaction send its ROLLBACK: that ends the process (its issues
//   1066, 1154, 1208), or leaves a connection that never sends again (its pull request 1209). So a socket that closes
//   first tells of an error, upon which the driver fails what is under way and sends the ROLLBACK into nothing, and is
//   reported as closed a moment later.
// - It stops reading while nobody takes a copy's rows, and goes on when somebody does. Behind the last row nobody asks any
//   more: where the end of the statement came in a later packet, it was never read. So the last row ends the pause.
// - It tells a copy to the server that it is written when its statement is complete, which one that was refused never is:
//   such an error is preceded by an end, too, and the transaction's next statement fails.
// - It sends a statement of its own first over each connection, and awaits it nowhere: an answer that is an error, or breaks
//   off, would end the process. So it gets that answer only when all of it has come, and an empty one where it fails.
// - It keeps an error until the server is ready again, over the end of the connection as well, and then fails the first
//   statement over the next one with it. So an error with which the server ends a connection, or lets nobody in, is told
//   as that end, and behind any other one it hears that the server is ready, where the connection breaks before the
//   server has said so.
// - It names "undefined:undefined" where it cannot connect; the socket knows where it leads.
import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";
import { DATABASE_LIMITS } from "../../limits/database.ts";
import { type DatabaseTls, secureSocket } from "../database-tls.ts";
import { RequestFrames } from "./request-frames.ts";
import { ResponseWatchdog } from "./response-watchdog.ts";
import { ResultFrames } from "./result-frames.ts";
import { readServerError, type ServerError } from "./server-error.ts";
import { WholeMessages } from "./whole-messages.ts";

/** Long enough for what follows an error at once; a pool's end waits for it. */
const CLOSE_DELAY_MS = 10;
/** Of the event loop: on a pool that is asked without a pause, some statement has always just begun. */
const MAX_CLOSE_TURNS = 100;
/** CommandComplete, `SELECT 0`. */
const END_OF_RESULT = Buffer.from("C\u0000\u0000\u0000\u000dSELECT 0\u0000", "latin1");

/** What a server says when it has answered a statement outside of a transaction. */
const READY = Buffer.from("Z\u0000\u0000\u0000\u0005I", "latin1");
/** From the statement that the driver sends by itself over a new connection. */
const TYPES_STATEMENT = "left join pg_catalog.pg_type b on b.oid = a.typelem";

/** Where the driver's options point to. */
export interface DriverTarget {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false;
}

export interface DriverSocketOptions {
  readonly tls?: DatabaseTls | undefined;
  /** From a statement's sending, or the answer to the one before it, to the end of its answer; null waits for ever. */
  readonly replyTimeoutMs?: number | null;
  /** Whether the driver may have begun a statement of the pool that it has not written yet. */
  readonly hasBegun?: () => boolean;
  /** Whether the driver goes on to another host without a word where this one lets nobody in. */
  readonly hasOtherHosts?: boolean;
}

interface FoundError {
  readonly offset: number;
  readonly isResultOpen: boolean;
  /** Whether the server had not been ready since another one. */
  readonly followsError: boolean;
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** What the driver needs of a socket. It may be written to while it connects. */
export class DriverSocket extends EventEmitter {
  readonly host: string;
  readonly port: number;
  readonly #frames = new ResultFrames({
    onError: (offset, isResultOpen) => {
      this.#errors.push({ offset, isResultOpen, followsError: this.#owesReady });
      this.#owesReady = this.#answers > 0;
    },
    onCopied: () => {
      this.#hasCopied = true;
    },
    onReady: () => {
      this.#watch?.clear();
      this.#readsTypes = false;
      this.#owesReady = false;
      this.#answers += 1;
      if (this.#requests.answered()) this.#watch?.expect();
    },
  });
  readonly #requests = new RequestFrames();
  readonly #messages = new WholeMessages();
  /** Whether the driver's own statement waits for its answer, and what has come of that. */
  #readsTypes = false;
  #typesAnswer: Buffer[] = [];
  /** Whether the driver has sent anything since the server was ready for the first time. */
  #hasAsked = false;
  /** Whether the driver was told an error behind which the server has still to say that it is ready. */
  #owesReady = false;
  /** How often the server was ready: at first to be asked, then after each statement. */
  #answers = 0;
  #socket: Socket;
  readonly #options: DriverSocketOptions;
  /** In the messages that are read now. */
  #errors: FoundError[] = [];
  /** Whether a chunk has the end of a copy from the server. */
  #hasCopied = false;
  /** What was written before a secure connection stood. */
  #early: Buffer[] | undefined;
  readonly #watch: ResponseWatchdog | undefined;
  #goodbye: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(host: string, port: number, path: string | undefined, options: DriverSocketOptions) {
    super();
    this.host = host;
    this.port = port;
    this.#options = options;
    const { tls, replyTimeoutMs = null } = options;
    if (replyTimeoutMs !== null)
      this.#watch = new ResponseWatchdog(replyTimeoutMs, (error) => this.#fail(error));
    this.#socket = path === undefined ? connect({ host, port }) : connect(path);
    if (tls === undefined || path !== undefined) this.#follow(this.#socket);
    else {
      this.#early = [];
      this.#secure(tls).catch((error: unknown) => this.#fail(error));
    }
  }

  /** Whether the connection has ended, though the driver may hear of it a moment later. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether the server owes an answer. */
  get isBusy(): boolean {
    return !this.#hasEnded && this.#requests.isWaiting;
  }

  get readyState(): string {
    return this.#hasEnded ? "closed" : this.#socket.readyState;
  }

  setKeepAlive(enable: boolean, initialDelayMs: number): void {
    this.#socket.setKeepAlive(enable, initialDelayMs);
  }

  /** Whether more may be written at once; `drain` follows where not. */
  write(data: Buffer, callback?: () => void): boolean {
    if (!this.#hasEnded) this.#watch?.expect();
    this.#requests.read(data);
    if (this.#answers === 1 && !this.#hasAsked) {
      this.#hasAsked = true;
      this.#readsTypes = data.includes(TYPES_STATEMENT);
    }
    if (this.#early === undefined) return this.#socket.write(data, callback);
    this.#early.push(Buffer.from(data));
    callback?.();
    return true;
  }

  /** Says goodbye; a server that does not hear it is left. */
  end(data?: Uint8Array): void {
    this.#watch?.clear();
    this.#goodbye ??= setTimeout(() => this.destroy(), DATABASE_LIMITS.goodbyeMs);
    if (data === undefined) this.#socket.end();
    else this.#socket.end(data);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  async #secure(tls: DatabaseTls): Promise<void> {
    const plain = this.#socket;
    plain.on("error", (error) => this.#fail(error));
    plain.once("close", () =>
      this.#fail(failure("CONNECTION_CLOSED", "The database closed the connection.")),
    );
    await once(plain, "connect");
    const socket = await secureSocket(plain, this.host, tls);
    if (this.#hasEnded) return;
    this.#socket = socket;
    this.#follow(socket);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const data of early) socket.write(data);
  }

  #follow(socket: Socket): void {
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("drain", () => this.emit("drain"));
    socket.on("error", (error) => this.#fail(error));
    socket.once("close", () =>
      this.#fail(failure("CONNECTION_CLOSED", "The database closed the connection.")),
    );
  }

  #read(chunk: Buffer): void {
    if (this.#hasEnded) return;
    const data = this.#messages.take(chunk);
    if (data === undefined) return;
    const isOfTypes = this.#readsTypes;
    this.#frames.read(data);
    const errors = this.#errors;
    this.#errors = [];
    if (isOfTypes) this.#takeTypes(data, errors);
    else this.#pass(data, errors);
    if (this.#hasCopied) this.resume();
    this.#hasCopied = false;
  }

  /** Passes the answer to the driver's own statement on once it is there. */
  #takeTypes(data: Buffer, errors: readonly FoundError[]): void {
    const [error] = errors;
    if (error !== undefined) {
      const { code, message } = readServerError(data, error.offset);
      // It may have ended in these messages: it is answered by the failure.
      this.#readsTypes = true;
      this.#fail(failure(code, message));
      return;
    }
    this.#typesAnswer.push(data);
    if (this.#readsTypes) return;
    this.emit("data", Buffer.concat(this.#typesAnswer));
    this.#typesAnswer = [];
  }

  /** What to tell the driver instead of an error with which the connection ends; undefined of any other. */
  #endBy({ code, message, isLast }: ServerError): Error | undefined {
    if (this.#answers > 0) {
      const end = `The connection to the database has ended: ${message} (${code}).`;
      return isLast ? failure("CONNECTION_CLOSED", end) : undefined;
    }
    // The driver may still hold the statement that the connection before has failed, and keep the error with that.
    return this.#options.hasOtherHosts === true ? undefined : failure(code, message);
  }

  #pass(data: Buffer, errors: readonly FoundError[]): void {
    let start = 0;
    for (const { offset, isResultOpen, followsError } of errors) {
      const end = this.#endBy(readServerError(data, offset));
      if (offset > start && (isResultOpen || end !== undefined))
        this.emit("data", data.subarray(start, offset));
      if (end !== undefined) {
        this.#owesReady = followsError;
        this.#fail(end);
        return;
      }
      if (isResultOpen) this.emit("data", END_OF_RESULT);
      if (isResultOpen) start = offset;
    }
    this.emit("data", start === 0 ? data : data.subarray(start));
  }

  /** Tells of the first failure alone, and of the close a moment later. */
  #fail(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#watch?.clear();
    clearTimeout(this.#goodbye);
    this.#socket.destroy();
    // The driver sends what it begins now behind the events of this moment: its own statement may be among that.
    if (this.#answers === 1 && !this.#hasAsked) setImmediate(() => setImmediate(() => this.#tell(error)));
    else this.#tell(error);
  }

  #tell(error: unknown): void {
    // Nobody awaits the driver's own statement: its failure would end the process. What waits for the connection fails.
    if (this.#readsTypes) this.emit("data", Buffer.concat([END_OF_RESULT, READY]));
    else if (this.#owesReady) this.emit("data", READY);
    if (this.listenerCount("error") > 0) this.emit("error", error);
    // Behind what the driver had begun in this turn already, however late the timer is.
    setTimeout(() => setImmediate(() => this.#close()), CLOSE_DELAY_MS);
  }

  /**
   * Without the flag of an error the driver fails whatever was sent since. What it has begun and not sent yet goes
   * before: it would forget to send it, or anything else over this place's next connections.
   */
  #close(turns = 0): void {
    if (turns < MAX_CLOSE_TURNS && this.#options.hasBegun?.() === true)
      setImmediate(() => this.#close(turns + 1));
    else this.emit("close", false);
  }
}
