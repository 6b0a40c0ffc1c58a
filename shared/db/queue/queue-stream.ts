// A connection of the queue's driver (pg) that is made secure as our own pools' are. pg has TLS of its own, with another
// meaning of `sslmode`: it takes "require" for "verify-full", has no fall back where TLS is only preferred, and reads
// certificates that ours does not ask for. So it is given a stream that is secure, or plain for good, when it is connected.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { type DatabaseTls, secureSocket } from "../database-tls.ts";

/** What pg needs of a socket; it writes nothing before "connect". */
export class QueueStream extends Duplex {
  readonly #tls: DatabaseTls;
  /** The plain one until the server has answered for TLS. */
  #socket: Socket | undefined;

  constructor(tls: DatabaseTls) {
    super();
    this.#tls = tls;
  }

  /** Begins to connect; "connect" follows, or an error. */
  connect(port: number, host: string): void {
    this.#secure(connect({ host, port }), host).catch((error: Error) => this.destroy(error));
  }

  setNoDelay(isOn: boolean): void {
    this.#socket?.setNoDelay(isOn);
  }

  setKeepAlive(isOn: boolean, initialDelayMs: number): void {
    this.#socket?.setKeepAlive(isOn, initialDelayMs);
  }

  ref(): void {
    this.#socket?.ref();
  }

  unref(): void {
    this.#socket?.unref();
  }

  override _read(): void {
    this.#socket?.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket?.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket?.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket?.destroy();
    done(error);
  }

  async #secure(plain: Socket, host: string): Promise<void> {
    this.#socket = plain;
    plain.setNoDelay(true);
    this.#endWith(plain);
    await once(plain, "connect");
    const socket = await secureSocket(plain, host, this.#tls);
    this.#socket = socket;
    if (this.destroyed) {
      socket.destroy();
      return;
    }
    if (socket !== plain) this.#endWith(socket);
    socket.on("data", (chunk: Buffer) => {
      if (!this.push(chunk)) socket.pause();
    });
    socket.once("end", () => this.push(null));
    this.emit("connect");
  }

  #endWith(socket: Socket): void {
    socket.on("error", (error) => this.destroy(error));
    socket.once("close", () => this.destroy());
  }
}
