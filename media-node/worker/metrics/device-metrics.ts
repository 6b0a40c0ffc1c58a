// What Prometheus sees of the processes that run models on devices; read from what each last said of itself.
import type { Registry } from "prom-client";
import type { DeviceStatus } from "../../onnx/devices/device-supervisor.ts";
import type { FoundDevice } from "../../onnx/devices/discovery/found-device.ts";
import { registerStatusGauges, type StatusFigure } from "./status-gauges.ts";

const FIGURES: readonly StatusFigure<DeviceStatus>[] = [
  {
    name: "clipmill_device_up",
    help: "1 while the device's process takes calls.",
    read: ({ isUp }) => Number(isUp),
  },
  {
    name: "clipmill_device_process_starts",
    help: "How often the device's process was started; more than once if it has ended.",
    read: ({ starts }) => starts,
  },
  {
    name: "clipmill_device_memory_used_bytes",
    help: "Memory of the device that its process holds.",
    read: ({ beat }) => beat?.usedBytes ?? 0,
  },
  {
    name: "clipmill_device_loaded_models",
    help: "Networks that the device's process has open.",
    read: ({ beat }) => beat?.models.length ?? 0,
  },
  {
    name: "clipmill_device_waiting_calls",
    help: "Calls that wait for the device.",
    read: ({ beat }) => beat?.waiting ?? 0,
  },
  {
    name: "clipmill_device_process_busy_seconds",
    help: "Time that the device's current process has spent on runs of models.",
    read: ({ beat }) => (beat?.busyMs ?? 0) / 1_000,
  },
  {
    name: "clipmill_device_process_runs",
    help: "Runs of models by the device's current process, each for one call or several.",
    read: ({ beat }) => beat?.batches ?? 0,
  },
  {
    name: "clipmill_device_process_rows",
    help: "Rows (windows, frames, sentences) of those runs, without padding.",
    read: ({ beat }) => beat?.rows ?? 0,
  },
  {
    name: "clipmill_device_process_copied_bytes",
    help: "Inputs and outputs of those runs that were copied between the device and the machine's memory.",
    read: ({ beat }) => beat?.copiedBytes ?? 0,
  },
];

/** Shows what `status` tells of the devices, in the same order, whenever the metrics are read. */
export function registerDeviceMetrics(
  registry: Registry,
  devices: readonly FoundDevice[],
  status: () => readonly DeviceStatus[],
): void {
  if (devices.length === 0) return;
  registerStatusGauges(registry, FIGURES, ["provider", "index"], () =>
    status().map((each, place) => {
      const { provider = "", index = 0 } = devices[place] ?? {};
      return [{ provider, index: String(index) }, each];
    }),
  );
}
