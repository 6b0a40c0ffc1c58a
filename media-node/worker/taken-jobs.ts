// Which queue jobs a node takes. What is run with a model has a queue job for each, so that a node never sees those of
// models that it has not. A node that would run a model on its CPU leaves those jobs to nodes that have a device for it
// and take them, for as long as there is one: there they are done sooner, also after a wait. It looks again with each
// beat of its lease. Clip and transcription jobs are taken by every node: any can do them.
//
// Which of a node's places a job takes is another question: those of devices where most of its work is done there. So
// transcriptions have them where the speech model has a device, and clips never: speech is one part of theirs, beside much
// that is for cores.
import type { QueueHandler } from "../../shared/db/queue/run-queue-job.ts";
import type { AnnouncedModel, ModelCapability } from "../../shared/schemas/model.ts";
import { queueJobOf, TASK_KIND_NAMES } from "../../shared/tasks/task-kinds.ts";
import { previewQueueJob } from "../../shared/templates/template-previews.ts";
import type { PreviewMaker } from "../pipelines/preview-makers.ts";
import type { RunResource } from "../threads/runs-at-once.ts";
import { NODE_KINDS, type NodeKind, type NodeKinds } from "./kinds.ts";
import type { Offered } from "./lease.ts";
import type { NodeServices } from "./node-services.ts";
import { previewJob } from "./preview-job.ts";
import { taskJob } from "./task-job.ts";

export interface TakenJobsOptions {
  /** How previews are made with the models of a capability. */
  readonly previewMakers?: Partial<Record<ModelCapability, PreviewMaker>>;
  /** How tasks of each kind are run. */
  readonly kinds?: NodeKinds;
  /** Whether a model of this node runs on a device now; none does unless told. */
  readonly isOnDevice?: (model: string) => boolean;
  /** Whether speech is recognized on a device now; it is not unless told. */
  readonly isSpeechOnDevice?: () => boolean;
}

interface QueueJob {
  readonly name: string;
  /** That it needs; null where it needs none. */
  readonly model: string | null;
  readonly mainWork: NodeKind["mainWork"];
  readonly needsSpeech: boolean;
  readonly handler: QueueHandler;
}

function jobsFor(
  services: NodeServices,
  { previewMakers = {}, kinds = NODE_KINDS }: TakenJobsOptions,
  models: readonly AnnouncedModel[],
): QueueJob[] {
  const tasks = TASK_KIND_NAMES.flatMap((kind) => {
    const { capability: needed, mainWork, needsSpeech, pipeline } = kinds[kind];
    const able = models.filter(({ capability }) => capability === needed).map(({ model }) => model);
    return (needed === null ? [null] : able).map((model) => ({
      name: queueJobOf(kind, model),
      model,
      mainWork,
      needsSpeech,
      handler: taskJob(services, pipeline),
    }));
  });
  const previews = models.flatMap(({ model, capability }) => {
    const make = previewMakers[capability];
    if (make === undefined) return [];
    const handler = previewJob(services, model, make);
    const work = { mainWork: "model", needsSpeech: false } as const;
    return [{ name: previewQueueJob(model), model, ...work, handler }];
  });
  return [...tasks, ...previews];
}

/** One a node. Its settable fields are what changes while it runs. */
export class TakenJobs {
  /** That this node offers. */
  models: readonly AnnouncedModel[];
  /** False while it takes no job at all. */
  isTaking: boolean;
  /** False while it takes none that needs one of its devices, which are down. */
  isTakingOnDevices = true;
  /** The queue jobs that others run on devices. */
  onDevicesElsewhere: ReadonlySet<string> = new Set();
  readonly #services: NodeServices;
  readonly #options: TakenJobsOptions;

  constructor(
    services: NodeServices,
    options: TakenJobsOptions,
    { models, isTaking }: { readonly models: readonly AnnouncedModel[]; readonly isTaking: boolean },
  ) {
    this.#services = services;
    this.#options = options;
    this.models = models;
    this.isTaking = isTaking;
  }

  /** Of the jobs that keep this resource busy; of all unless it is named. */
  handlers(resource?: RunResource): Record<string, QueueHandler> {
    const jobs = this.#taken().filter((job) => resource === undefined || this.#resourceOf(job) === resource);
    return Object.fromEntries(jobs.map(({ name, handler }) => [name, handler]));
  }

  /** For the node's lease. */
  offer(): Offered {
    const taken = this.#taken();
    return {
      models: this.models,
      queueJobs: taken.map(({ name }) => name),
      deviceQueueJobs: taken.filter((job) => this.#isOnDevice(job)).map(({ name }) => name),
    };
  }

  #taken(): QueueJob[] {
    if (!this.isTaking) return [];
    const all = jobsFor(this.#services, this.#options, this.models);
    const jobs = this.isTakingOnDevices ? all : all.filter((job) => !this.#needsDevice(job));
    return jobs.filter((job) => this.#isOnDevice(job) || !this.onDevicesElsewhere.has(job.name));
  }

  #isOnDevice({ model }: QueueJob): boolean {
    return model !== null && this.#options.isOnDevice?.(model) === true;
  }

  /** Whether it comes to an end on a device alone here: also a clip, which takes no place of one. */
  #needsDevice(job: QueueJob): boolean {
    const hears = job.needsSpeech && this.#options.isSpeechOnDevice?.() === true;
    return hears || this.#resourceOf(job) === "devices";
  }

  #resourceOf(job: QueueJob): RunResource {
    const isForDevice =
      job.mainWork === "speech" ? this.#options.isSpeechOnDevice?.() === true : this.#isOnDevice(job);
    return isForDevice ? "devices" : "cores";
  }
}
