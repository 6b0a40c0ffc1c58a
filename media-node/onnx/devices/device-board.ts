// Where the threads of a node see which devices are up and how busy each is: a list that never changes, and numbers in
// memory that all threads share. Only the main thread starts devices; any thread counts its own calls.
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { SharedNumbers } from "../../threads/shared-numbers.ts";
import type { DeviceProvider } from "../execution-providers.ts";

export interface BoardDevice {
  readonly provider: DeviceProvider;
  /** Of the provider's own count. */
  readonly index: number;
  /** The beginning of its sockets' paths; each process of the device has one of its own. */
  readonly socketPath: string;
}

interface SharedBoard {
  readonly devices: readonly BoardDevice[];
  readonly memory: SharedArrayBuffer;
}

const KEY = "clipmill:devices";
const NUMBERS_PER_DEVICE = 2;
const GENERATION = 0;
const IN_FLIGHT = 1;

/** One for each that this thread has seen. */
const boards = new WeakMap<SharedBoard, DeviceBoard>();

/** Devices are known by their places in `devices`. */
export class DeviceBoard {
  readonly devices: readonly BoardDevice[];
  readonly #numbers: SharedNumbers;

  private constructor({ devices, memory }: SharedBoard) {
    this.devices = devices;
    this.#numbers = new SharedNumbers(memory, NUMBERS_PER_DEVICE);
  }

  /** Makes the board that threads started from here on will see. */
  static publish(devices: readonly BoardDevice[]): DeviceBoard {
    const memory = SharedNumbers.memoryFor(devices.length, NUMBERS_PER_DEVICE);
    const shared: SharedBoard = { devices, memory };
    setEnvironmentData(KEY, shared);
    return new DeviceBoard(shared);
  }

  /** Threads that are started from here on know of no devices. */
  static withdraw(): void {
    setEnvironmentData(KEY, undefined);
  }

  /** The board of this thread's node; undefined where it has no devices. */
  static find(): DeviceBoard | undefined {
    const shared = getEnvironmentData(KEY) as SharedBoard | undefined;
    if (shared === undefined) return undefined;
    const known = boards.get(shared) ?? new DeviceBoard(shared);
    boards.set(shared, known);
    return known;
  }

  /** Which of its processes a device answers with; 0 while it takes no calls. */
  generation(device: number): number {
    return this.#numbers.load(device, GENERATION);
  }

  /** For the main thread alone. */
  setGeneration(device: number, generation: number): void {
    this.#numbers.store(device, GENERATION, generation);
  }

  /** Calls that are under way or wait there. */
  inFlight(device: number): number {
    return this.#numbers.load(device, IN_FLIGHT);
  }

  /** Counts a call in as it is asked, or out as it is answered. */
  count(device: number, change: 1 | -1): void {
    this.#numbers.add(device, IN_FLIGHT, change);
  }

  /** After calls of threads that ended before they had counted them out. */
  forgetCalls(device: number): void {
    this.#numbers.store(device, IN_FLIGHT, 0);
  }

  /** Where the device's current process listens. */
  socketPath(device: number, generation: number): string {
    return `${this.devices[device]?.socketPath}.${generation}`;
  }
}
