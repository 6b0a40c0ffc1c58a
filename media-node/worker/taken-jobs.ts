// Which queue jobs a node takes. What is run with a model has a queue job for each, so that a node never sees those of
// models that it has not. A node that would run a model on its CPU leaves those jobs to nodes that have a device for it
// and take them, for as long as there is one: there they are done sooner, also after a wait. It looks again with each
// beat of its lease. Clip and transcription jobs are taken by every node: speech is one part of their work, beside much
// that is for CPUs.
import type { QueueHandler } from "../../shared/db/queue/run-queue-job.ts";
import type { AnnouncedModel, ModelCapability } from "../../shared/schemas/model.ts";
import { queueJobOf, TASK_KIND_NAMES } from "../../shared/tasks/task-kinds.ts";
import { previewQueueJob } from "../../shared/templates/template-previews.ts";
import type { PreviewMaker } from "../pipelines/preview-makers.ts";
import { NODE_KINDS, type NodeKinds } from "./kinds.ts";
import type { Offered } from "./lease.ts";
import { previewJob } from "./preview-job.ts";
import type { NodeServices } from "./run-task.ts";
import { taskJob } from "./task-job.ts";

export interface TakenJobsOptions {
  /** How previews are made with the models of a capability. */
  readonly previewMakers?: Partial<Record<ModelCapability, PreviewMaker>>;
  /** How tasks of each kind are run. */
  readonly kinds?: NodeKinds;
  /** Whether a model of this node runs on a device now; none does unless told. */
  readonly isOnDevice?: (model: string) => boolean;
}

interface QueueJob {
  readonly name: string;
  /** That it needs; null where it needs none. */
  readonly model: string | null;
  readonly handler: QueueHandler;
}

function jobsFor(
  services: NodeServices,
  { previewMakers = {}, kinds = NODE_KINDS }: TakenJobsOptions,
  models: readonly AnnouncedModel[],
): QueueJob[] {
  const tasks = TASK_KIND_NAMES.flatMap((kind) => {
    const { capability: needed, pipeline } = kinds[kind];
    const able = models.filter(({ capability }) => capability === needed).map(({ model }) => model);
    return (needed === null ? [null] : able).map((model) => ({
      name: queueJobOf(kind, model),
      model,
      handler: taskJob(services, pipeline),
    }));
  });
  const previews = models.flatMap(({ model, capability }) => {
    const make = previewMakers[capability];
    if (make === undefined) return [];
    return [{ name: previewQueueJob(model), model, handler: previewJob(services, model, make) }];
  });
  return [...tasks, ...previews];
}

export class TakenJobs {
  /** That this node offers. */
  models: readonly AnnouncedModel[];
  /** False while it takes no job at all. */
  isTaking: boolean;
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

  handlers(): Record<string, QueueHandler> {
    return Object.fromEntries(this.#taken().map(({ name, handler }) => [name, handler]));
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
    const jobs = jobsFor(this.#services, this.#options, this.models);
    return jobs.filter((job) => this.#isOnDevice(job) || !this.onDevicesElsewhere.has(job.name));
  }

  #isOnDevice({ model }: QueueJob): boolean {
    return model !== null && this.#options.isOnDevice?.(model) === true;
  }
}
