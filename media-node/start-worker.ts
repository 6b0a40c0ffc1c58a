// Starts a node's worker, which pulls jobs: by what the node has at the time, its models, devices, room and drain.
import { sessionAddress } from "../shared/db/database-addresses.ts";
import type { LeasedMachine } from "../shared/db/queue/worker-leases.ts";
import { machineMemoryBytes } from "../shared/process/machine-memory.ts";
import { VERSION } from "../shared/process/version.ts";
import type { AnnouncedModel } from "../shared/schemas/model.ts";
import type { MediaNodeConfig } from "./config.ts";
import type { FoundHardware } from "./found-machine.ts";
import { describeImageModels, findImageBundle } from "./images/describe-image-model.ts";
import type { WatchedBundles } from "./models/watch-bundles.ts";
import type { NodeStatus } from "./node-status.ts";
import { PREVIEW_MAKERS } from "./pipelines/preview-makers.ts";
import { HIGHLIGHT_RENDER } from "./reel/highlight-render.ts";
import type { RunPlaces } from "./threads/runs-at-once.ts";
import type { ModelInstaller } from "./worker/installs/model-installer.ts";
import { type MediaWorker, startMediaWorker } from "./worker/media-worker.ts";
import { leasedCompute, recognizesOnDevice, runsOnDevice } from "./worker/node-devices.ts";
import type { NodeServices } from "./worker/node-services.ts";
import { isTaking, takeJobsWhileAble } from "./worker/take-jobs-while-able.ts";

export interface WorkerParts {
  readonly services: NodeServices;
  readonly hardware: FoundHardware;
  readonly places: RunPlaces;
  readonly installed: WatchedBundles;
  readonly installer: ModelInstaller;
  readonly status: NodeStatus;
}

/** Takes jobs while the node is able to, and offers the models that are installed at the time. */
export async function startWorker(config: MediaNodeConfig, parts: WorkerParts): Promise<MediaWorker> {
  const { services, places, installed, installer } = parts;
  const { compute } = parts.hardware;
  const { room, drain, metrics } = parts.status;
  const offered = (): AnnouncedModel[] => [HIGHLIGHT_RENDER, ...describeImageModels(installed.bundles())];
  const machine = (): LeasedMachine => ({
    version: VERSION,
    memoryBytes: machineMemoryBytes(),
    shortage: room.shortage() ?? null,
  });
  const worker = await startMediaWorker(services, {
    databaseUrl: sessionAddress(config),
    places,
    models: offered(),
    takesJobs: isTaking({ room, drain }),
    drain,
    previewMakers: PREVIEW_MAKERS,
    compute: () => leasedCompute(compute),
    machine,
    isOnDevice: (slug) => runsOnDevice(compute, findImageBundle(installed.bundles(), slug)),
    isSpeechOnDevice: () => recognizesOnDevice(compute, services.tools.models),
    onBeat: () => installer.beat(),
  });
  installed.onChange(() => worker.offer(offered()));
  metrics.setPlaces(worker.places);
  takeJobsWhileAble(worker, { room, drain, metrics });
  return worker;
}
