// How often work may lose its device. Processes that ended while they worked on it count against it, since it may be why;
// those that ended while it waited there do not, but are too many at some point: then it goes to another node.
import { AppError } from "../../../../shared/errors.ts";
import { DEVICE_LIMITS } from "../../../../shared/limits/devices.ts";
import { NodeLack } from "../../../../shared/node-lack.ts";
import { DeviceLost } from "./device-connection.ts";

/** One for each piece of work that is done again as a whole. */
export class DeviceLosses {
  #begun = 0;
  #all = 0;

  /** Whether a process has ended while it worked on this. */
  get hasSuspect(): boolean {
    return this.#begun > 0;
  }

  /**
   * Notes that a device was lost; returns where the work may be done again.
   * @throws AppError INTERNAL, to be tried again, where device after device ended during it; NodeLack where they keep
   * ending; any error that is no loss
   */
  note(error: unknown): void {
    if (!(error instanceof DeviceLost)) throw error;
    this.#all += 1;
    if (error.hadBegun) this.#begun += 1;
    if (this.#begun >= DEVICE_LIMITS.attempts) {
      throw new AppError("INTERNAL", undefined, { cause: error, retryable: true });
    }
    if (this.#all >= DEVICE_LIMITS.losses) throw new NodeLack("device", { cause: error });
  }
}
