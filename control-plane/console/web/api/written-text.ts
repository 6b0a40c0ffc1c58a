// Texts that a control plane writes when they are asked for: subtitles, timelines. A busy one may take longer than it lets
// a client wait; it goes on writing, and has the text at the next try.
import { asApiError } from "./api-error.ts";
import { pause } from "./pause.ts";

const UNAVAILABLE_STATUS = 503;
/** Between the tries, each of which the control plane answers within seconds: half a minute in all. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000] as const;

/** The name that a reply has for its content (RFC 6266); undefined where it has none. */
export function fileNameOf(disposition: string): string | undefined {
  const whole = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (whole !== undefined) return decodeURIComponent(whole);
  return /filename="([^"]+)"/.exec(disposition)?.[1];
}

/**
 * Reads until the control plane has it.
 * @param onBusy told once, where it takes longer
 * @throws ApiError of the last try, or at once of a failure that another try would not mend
 */
export async function readWhenWritten<T>(
  read: () => Promise<T>,
  onBusy: () => void,
  wait: (ms: number) => Promise<void> = pause,
): Promise<T> {
  for (const [tries, ms] of PAUSES_MS.entries()) {
    try {
      return await read();
    } catch (thrown) {
      if (asApiError(thrown).status !== UNAVAILABLE_STATUS) throw thrown;
      if (tries === 0) onBusy();
      await wait(ms);
    }
  }
  return read();
}
