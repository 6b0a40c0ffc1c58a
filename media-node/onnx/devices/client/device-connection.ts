// A thread's connection to one process of a device. When that process ends, every call that waits for it is lost, and
// whoever made it asks elsewhere.
import { connect, type Socket } from "node:net";
import type { DeviceAnswer, DeviceBegun, DeviceRequest } from "../device-messages.ts";
import { encodeMessage, MessageReader } from "../message-frames.ts";

/** The device's process ended before it answered, or what a call left there is gone. */
export class DeviceLost extends Error {
  /** Whether the device had begun to work on the call, which may be why it ended. */
  readonly hadBegun: boolean;

  constructor({ cause, hadBegun = false }: { readonly cause?: unknown; readonly hadBegun?: boolean } = {}) {
    super("The device's process ended.", { cause });
    this.name = "DeviceLost";
    this.hadBegun = hadBegun;
  }
}

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
export type DeviceQuestion = WithoutId<Exclude<DeviceRequest, { type: "cancel" }>>;

/** Who asks. */
export interface Asking {
  /** Fires when nobody wants the answer any more: what still waits is not computed. */
  readonly signal?: AbortSignal | undefined;
  /** Told when the device begins to work on it. */
  readonly onBegun?: () => void;
}

interface Waiting {
  readonly resolve: (answer: DeviceAnswer) => void;
  readonly reject: (error: unknown) => void;
  readonly onBegun: (() => void) | undefined;
  hadBegun: boolean;
}

export class DeviceConnection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #lost: DeviceLost | undefined;
  #count = 0;

  constructor(path: string) {
    this.#socket = connect(path);
    // A thread ends when its work does, whatever its connections.
    this.#socket.unref();
    const reader = new MessageReader((message) => this.#take(message as DeviceAnswer | DeviceBegun));
    this.#socket.on("data", (chunk) => {
      try {
        reader.push(chunk);
      } catch (error) {
        this.#socket.destroy(error as Error);
      }
    });
    this.#socket.on("error", (error) => this.#lose(error));
    this.#socket.on("close", () => this.#lose());
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** @throws DeviceLost; RangeError for tensors that no message can hold; `signal.reason` on abort */
  ask(question: DeviceQuestion, { signal, onBegun }: Asking = {}): Promise<DeviceAnswer> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    this.#count += 1;
    const id = this.#count;
    const pieces = encodeMessage({ ...question, id }, question.type === "run" ? "feeds" : null);
    const { promise, resolve, reject } = Promise.withResolvers<DeviceAnswer>();
    this.#waiting.set(id, { resolve, reject, onBegun, hadBegun: false });
    this.#socket.ref();
    this.#send(pieces);
    if (signal === undefined) return promise;
    const onAbort = (): void => {
      if (!this.#forget(id)) return;
      this.#count += 1;
      this.#send(encodeMessage({ type: "cancel", id: this.#count, of: id } satisfies DeviceRequest, null));
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    return promise.finally(() => signal.removeEventListener("abort", onAbort));
  }

  close(): void {
    this.#socket.destroy();
  }

  #send(pieces: readonly Uint8Array[]): void {
    this.#socket.cork();
    for (const piece of pieces) this.#socket.write(piece);
    this.#socket.uncork();
  }

  /** Returns whether somebody still waited. */
  #forget(id: number): boolean {
    const isKnown = this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#socket.unref();
    return isKnown;
  }

  #take(message: DeviceAnswer | DeviceBegun): void {
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    if ("begun" in message) {
      waiting.hadBegun = true;
      waiting.onBegun?.();
      return;
    }
    this.#forget(message.id);
    waiting.resolve(message);
  }

  #lose(cause?: unknown): void {
    this.#lost ??= new DeviceLost({ cause });
    for (const { reject, hadBegun } of this.#waiting.values()) reject(new DeviceLost({ cause, hadBegun }));
    this.#waiting.clear();
    this.#socket.destroy();
  }
}
