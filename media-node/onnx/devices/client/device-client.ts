// How a thread asks the devices of its node: the one with the fewest calls, of those that a question may go to. A call
// whose device ends is asked again, of another one or of the same once it is back; that is none of the task's failures.
// A call that one device after the other ended while it worked on it is taken for the reason, and fails; from the first
// such end on it shares its runs with no other, which would fail with it. What only waited there is never blamed.
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../../../shared/errors.ts";
import { DEVICE_LIMITS } from "../../../../shared/limits/devices.ts";
import { NodeLack } from "../../../../shared/node-lack.ts";
import { currentCall } from "../../../threads/call-context.ts";
import type { DeviceProvider } from "../../execution-providers.ts";
import type { DeviceBoard } from "../device-board.ts";
import type { DeviceAnswer } from "../device-messages.ts";
import { DeviceConnection, DeviceLost, type DeviceQuestion } from "./device-connection.ts";
import { DeviceLosses } from "./device-losses.ts";
import { startWait } from "./device-waits.ts";

/** One process of one device. */
export interface DevicePlace {
  readonly device: number;
  readonly generation: number;
}

export interface PlacedAnswer {
  readonly answer: DeviceAnswer & { readonly ok: true };
  readonly place: DevicePlace;
}

/** How often a thread looks whether a device is back. */
const LOOK_MS = 20;

function failure({ code, message }: DeviceAnswer & { readonly ok: false }): Error {
  const cause = new Error(message);
  if (code === "GONE") return new DeviceLost({ cause, hadBegun: true });
  if (code === "DISPLACED") return new DeviceLost({ cause });
  return code === "FAILED" ? cause : new AppError(code, undefined, { cause });
}

/** One for each thread and board; connections are made when they are needed, and kept. */
export class DeviceClient {
  readonly #board: DeviceBoard;
  readonly #connections = new Map<string, DeviceConnection>();
  /** The device that was asked last for a model: where several are equally busy, it has the model loaded. */
  readonly #lastOf = new Map<string, number>();

  constructor(board: DeviceBoard) {
    this.#board = board;
  }

  hasProvider(provider: DeviceProvider): boolean {
    return this.#board.devices.some((device) => device.provider === provider);
  }

  /**
   * @param affinity calls with the same one go to the same device where that is no busier than the others
   * @throws AppError OUT_OF_MEMORY, MODEL_UNAVAILABLE; INTERNAL for a call that ends one device after the other;
   * NodeLack where no device came back in time, or they kept ending; what ONNX Runtime said; the reason of the caller's
   * abort
   */
  async ask(question: DeviceQuestion, provider: DeviceProvider, affinity: string): Promise<PlacedAnswer> {
    const losses = new DeviceLosses();
    for (;;) {
      const place = await this.#choose(provider, affinity);
      try {
        const asked =
          losses.hasSuspect && question.type === "run" ? { ...question, isAlone: true } : question;
        return await this.askAt(place, asked);
      } catch (error) {
        losses.note(error);
      }
    }
  }

  /** Asks one process of one device, and no other. @throws DeviceLost where it has ended; as `ask` */
  async askAt(place: DevicePlace, question: DeviceQuestion): Promise<PlacedAnswer> {
    const { device } = place;
    const { signal: wanted, onWorked } = currentCall();
    // What lies on a device is given up whatever has become of its work.
    const signal = question.type === "release" ? undefined : wanted;
    const wait = startWait();
    let begunMs = performance.now();
    const onBegun = (): void => {
      begunMs = performance.now();
      wait.begin();
    };
    this.#board.count(device, 1);
    try {
      const answer = await this.#connection(place).ask(question, { signal, onBegun });
      if (!answer.ok) throw failure(answer);
      onWorked?.(performance.now() - begunMs);
      return { answer, place };
    } finally {
      wait.end();
      this.#board.count(device, -1);
    }
  }

  #connection({ device, generation }: DevicePlace): DeviceConnection {
    const path = this.#board.socketPath(device, generation);
    const known = this.#connections.get(path);
    if (known !== undefined) return known;
    // Of a process that has ended it is remembered until the device's next one is up, so that nobody asks it again.
    const current = this.#board.devices.map((_, each) =>
      this.#board.socketPath(each, this.#board.generation(each)),
    );
    for (const other of this.#connections.keys()) {
      if (!current.includes(other)) this.#connections.delete(other);
    }
    const connection = new DeviceConnection(path);
    this.#connections.set(path, connection);
    return connection;
  }

  async #choose(provider: DeviceProvider, affinity: string): Promise<DevicePlace> {
    const deadline = performance.now() + DEVICE_LIMITS.waitMs;
    const wait = startWait();
    try {
      for (;;) {
        currentCall().signal?.throwIfAborted();
        const place = this.#leastBusy(provider, affinity);
        if (place !== undefined) return place;
        if (performance.now() > deadline) throw new NodeLack("device");
        await pause(LOOK_MS);
      }
    } finally {
      wait.end();
    }
  }

  #leastBusy(provider: DeviceProvider, affinity: string): DevicePlace | undefined {
    const last = this.#lastOf.get(affinity);
    let best: DevicePlace | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [device, { provider: its }] of this.#board.devices.entries()) {
      const generation = this.#board.generation(device);
      if (its !== provider || generation === 0 || this.#isLost({ device, generation })) continue;
      const calls = this.#board.inFlight(device) - (device === last ? 0.5 : 0);
      if (calls >= fewest) continue;
      fewest = calls;
      best = { device, generation };
    }
    if (best !== undefined) this.#lastOf.set(affinity, best.device);
    return best;
  }

  /** Known to have ended, although the main thread has not said so yet. */
  #isLost({ device, generation }: DevicePlace): boolean {
    return this.#connections.get(this.#board.socketPath(device, generation))?.isLost === true;
  }
}
