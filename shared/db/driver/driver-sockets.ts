// The sockets of one pool: where they lead, which of them are open, and what of the driver's doings they must know
// together.
import { DriverSocket, type DriverSocketOptions, type DriverTarget } from "./driver-socket.ts";

/** The sockets of one pool; hosts of a list take turns. */
export class DriverSockets {
  readonly #options: DriverSocketOptions;
  readonly #open = new Set<DriverSocket>();
  #attempt = 0;
  #isClosed = false;
  #lastHeard: DriverSocket | undefined;
  #begunCount = 0;

  constructor(options: DriverSocketOptions = {}) {
    this.#options = options;
  }

  /** The driver's `socket` option. */
  readonly open = ({ host, port, path }: DriverTarget): DriverSocket => {
    const index = this.#attempt % host.length;
    this.#attempt += 1;
    const socketPath = path ? path : undefined;
    const socket = new DriverSocket(host[index] ?? "localhost", port[index] ?? 5_432, socketPath, {
      ...this.#options,
      hasBegun: () => this.#begunCount > 0,
      hasOtherHosts: host.length > 1,
    });
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    // Before the driver listens.
    socket.on("data", () => {
      this.#lastHeard = socket;
    });
    if (this.#isClosed) socket.destroy();
    return socket;
  };

  /** Follows which statements the driver begins. It asks for this option as it begins one, and writes it a turn later. */
  watchStatements({ options }: { readonly options: object }): void {
    const { prepare } = options as { prepare: unknown };
    const get = (): unknown => {
      if (this.#hasEndedSome()) {
        this.#begunCount += 1;
        setImmediate(() => setImmediate(() => (this.#begunCount -= 1)));
      }
      return prepare;
    };
    Object.defineProperty(options, "prepare", { get });
  }

  #hasEndedSome(): boolean {
    for (const socket of this.#open) if (socket.hasEnded) return true;
    return false;
  }

  /** For who goes on upon an answer, in the same turn: tells whether the connection that it came by has ended. */
  watchLastHeard(): () => boolean {
    const socket = this.#lastHeard;
    return () => socket?.hasEnded === true;
  }

  /** How many are open, and on how many of them an answer is waited for. */
  use(): { readonly open: number; readonly busy: number } {
    const busy = [...this.#open].filter((socket) => socket.isBusy).length;
    return { open: this.#open.size, busy };
  }

  /** Breaks what is open, and whatever is opened from now on. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#open) socket.destroy();
  }
}
