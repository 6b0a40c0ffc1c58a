// What Prometheus sees of a media node itself: its places for runs, threads, disks, programs, devices, models and encoder.
// What is counted of runs stands in run-metrics.
import { Counter, Gauge, type Registry } from "prom-client";
import type { PlaceUse } from "../../../shared/db/queue/worker-leases.ts";
import type { FoundDevice } from "../../onnx/devices/discovery/found-device.ts";
import { LANE_NAMES, type LaneName } from "../../threads/lane-bounds.ts";
import { laneUse } from "../../threads/run-in-thread.ts";
import { createRunMetrics, type RunMetrics } from "./run-metrics.ts";

export interface NodeMetrics extends RunMetrics {
  /** Says where to read how many runs this node does at once. */
  setPlaces(read: () => readonly PlaceUse[]): void;
  /** Whether jobs are taken now, and those for devices where others are. */
  setTakesJobs(takesJobs: boolean, onDevices?: boolean): void;
  /** Says what a model runs on now. */
  setModelProvider(model: string, provider: string): void;
  /** Says what devices models may run on. */
  setDevices(devices: readonly FoundDevice[]): void;
  /** Says which model, by name and version, finds each of these things now. */
  setDetectors(models: Readonly<Record<string, string>>): void;
  /** Says which ffmpeg reads media. */
  setFfmpeg(version: string, source: string): void;
  /** Says whether children are kept from something. */
  setChildFence(limit: string, isKept: boolean): void;
  /** Says what encodes clips. */
  setVideoEncoder(encoder: string): void;
  /** Says how much room a disk has, and whether that is too little for new jobs. */
  setDiskSpace(folder: string, space: { readonly freeBytes: number; readonly isLow: boolean }): void;
  /** Counts a clip that the encoder failed at, so that another one made it. */
  countEncoderFallback(encoder: string): void;
}

function diskGauges(registers: Registry[]): NodeMetrics["setDiskSpace"] {
  const diskFree = new Gauge({
    name: "clipmill_disk_free_bytes",
    help: "Free space on the disk of a folder that this node writes to.",
    labelNames: ["folder"],
    registers,
  });
  const diskLow = new Gauge({
    name: "clipmill_disk_low",
    help: "1 while the disk of a folder has too little room for new jobs.",
    labelNames: ["folder"],
    registers,
  });
  return (folder, { freeBytes, isLow }) => {
    diskFree.set({ folder }, freeBytes);
    diskLow.set({ folder }, Number(isLow));
  };
}

function programGauges(registers: Registry[]): Pick<NodeMetrics, "setFfmpeg" | "setChildFence"> {
  const ffmpeg = new Gauge({
    name: "clipmill_ffmpeg_info",
    help: "1 for the ffmpeg in use, by its version and origin: settings, machine or bundled.",
    labelNames: ["version", "source"],
    registers,
  });
  const childFence = new Gauge({
    name: "clipmill_child_fence",
    help: "1 if child processes are restricted by this limit, 0 if the system does not support it.",
    labelNames: ["limit"],
    registers,
  });
  return {
    setFfmpeg: (version, source) => ffmpeg.set({ version, source }, 1),
    setChildFence: (limit, isKept) => childFence.set({ limit }, isKept ? 1 : 0),
  };
}

function deviceGauges(registers: Registry[]): NodeMetrics["setDevices"] {
  const info = new Gauge({
    name: "clipmill_device_info",
    help: "1 for each device that models may run on, by its provider, its number there and its name.",
    labelNames: ["provider", "index", "name"],
    registers,
  });
  const memory = new Gauge({
    name: "clipmill_device_memory_bytes",
    help: "Total memory of a device, if the device reports it.",
    labelNames: ["provider", "index"],
    registers,
  });
  return (devices) => {
    info.reset();
    memory.reset();
    for (const { provider, index, name, memoryBytes } of devices) {
      info.set({ provider, index, name }, 1);
      if (memoryBytes !== null) memory.set({ provider, index }, memoryBytes);
    }
  };
}

function modelGauges(registers: Registry[]): Pick<NodeMetrics, "setModelProvider" | "setDetectors"> {
  const modelProvider = new Gauge({
    name: "clipmill_model_provider",
    help: "1 for the execution provider that a model runs on.",
    labelNames: ["model", "provider"],
    registers,
  });
  const detector = new Gauge({
    name: "clipmill_detector_info",
    help: "1 for the model that finds voices or faces, by its name and version.",
    labelNames: ["finds", "model"],
    registers,
  });
  const providers = new Map<string, string>();
  return {
    setModelProvider(model, provider) {
      const before = providers.get(model);
      if (before !== undefined && before !== provider) modelProvider.remove({ model, provider: before });
      providers.set(model, provider);
      modelProvider.set({ model, provider }, 1);
    },
    setDetectors(models) {
      detector.reset();
      for (const [finds, model] of Object.entries(models)) detector.set({ finds, model }, 1);
    },
  };
}

function encoderMeters(registers: Registry[]): Pick<NodeMetrics, "setVideoEncoder" | "countEncoderFallback"> {
  const encoder = new Gauge({
    name: "clipmill_video_encoder",
    help: "1 for the encoder that clips are made with.",
    labelNames: ["encoder"],
    registers,
  });
  const fallbacks = new Counter({
    name: "clipmill_video_encoder_fallbacks_total",
    help: "Clips that failed with the encoder and were made with libx264 instead.",
    labelNames: ["encoder"],
    registers,
  });
  return {
    setVideoEncoder: (name) => {
      encoder.set({ encoder: name }, 1);
      fallbacks.inc({ encoder: name }, 0);
    },
    countEncoderFallback: (name) => fallbacks.inc({ encoder: name }),
  };
}

function placeMetrics(registers: Registry[]): Pick<NodeMetrics, "setPlaces" | "setTakesJobs"> {
  let readPlaces: () => readonly PlaceUse[] = () => [];
  const takes = { cores: false, devices: false };
  const labelNames = ["resource"];
  new Gauge({
    name: "clipmill_run_places",
    help: "How many runs this node does at once, by the resource that they keep busy: cores, devices.",
    labelNames,
    registers,
    collect() {
      for (const { resource, places } of readPlaces()) this.set({ resource }, places);
    },
  });
  new Gauge({
    name: "clipmill_run_places_free",
    help: "How many runs this node could start now, by the resource that they keep busy; 0 while it takes no jobs.",
    labelNames,
    registers,
    collect() {
      for (const { resource, places, busy } of readPlaces()) {
        this.set({ resource }, takes[resource] ? Math.max(0, places - busy) : 0);
      }
    },
  });
  return {
    setPlaces: (read) => {
      readPlaces = read;
    },
    setTakesJobs: (takesJobs, onDevices = true) => {
      takes.cores = takesJobs;
      takes.devices = takesJobs && onDevices;
    },
  };
}

function registerLaneMetrics(registers: Registry[]): void {
  const gauge = (name: string, help: string, read: (lane: LaneName) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ["lane"],
      registers,
      collect() {
        for (const lane of LANE_NAMES) this.set({ lane }, read(lane));
      },
    });
  gauge(
    "clipmill_lane_running_calls",
    "Calls that a lane of threads works on.",
    (lane) => laneUse(lane).running,
  );
  gauge(
    "clipmill_lane_waiting_calls",
    "Calls that wait for a place in a lane.",
    (lane) => laneUse(lane).waiting,
  );
}

/**
 * Registers the metrics of the node itself. They are described to operators in deploy/metrics.md, which a
 * test compares.
 */
export function createNodeMetrics(registry: Registry): NodeMetrics {
  const registers = [registry];
  registerLaneMetrics(registers);
  return {
    ...createRunMetrics(registry),
    ...placeMetrics(registers),
    ...modelGauges(registers),
    ...programGauges(registers),
    ...encoderMeters(registers),
    setDevices: deviceGauges(registers),
    setDiskSpace: diskGauges(registers),
  };
}
