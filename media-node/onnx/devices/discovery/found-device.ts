// A device as the search finds it, and what cannot be had.

import type { DeviceProvider } from "../../execution-providers.ts";

export interface FoundDevice {
  readonly provider: DeviceProvider;
  /** Of the provider's own count. */
  readonly index: number;
  readonly name: string;
  /** For CUDA_VISIBLE_DEVICES and the driver's tools; null where the provider has none. */
  readonly uuid: string | null;
  /** Null where the device does not say. */
  readonly memoryBytes: number | null;
}

export interface MissingProvider {
  readonly provider: DeviceProvider;
  /** Whether there is a device all the same, by what its driver says: then something can be installed for it. */
  readonly hasDevice: boolean;
  readonly reason: string;
  /** What the operator can do about it; a whole sentence. */
  readonly remedy: string;
}

export interface DeviceSearch {
  readonly devices: readonly FoundDevice[];
  /** Providers that were asked for or looked for and cannot be had. */
  readonly missing: readonly MissingProvider[];
  /** Devices that are there and were left out, with the reason; for the log. */
  readonly problems: readonly string[];
}
