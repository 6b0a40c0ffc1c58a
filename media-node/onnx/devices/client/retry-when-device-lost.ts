// Retries work of several calls that leave tensors on a device: when that device is lost, its tensors are, too.
import { currentCall, withCall } from "../../../threads/call-context.ts";
import { DeviceLosses } from "./device-losses.ts";

/**
 * Does the work again, as often as a single call would be asked again, and alone once a device has ended during it.
 * @throws AppError INTERNAL, to be tried again, where devices are lost each time; NodeLack; what the work throws
 */
export async function retryWhenDeviceLost<T>(work: () => Promise<T>): Promise<T> {
  const losses = new DeviceLosses();
  for (;;) {
    try {
      const isAlone = losses.hasSuspect || currentCall().isAlone === true;
      return await withCall({ ...currentCall(), isAlone }, work);
    } catch (error) {
      losses.note(error);
    }
  }
}
