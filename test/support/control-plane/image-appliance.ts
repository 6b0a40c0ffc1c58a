// A control plane and a media node's worker in the test's own process, with a small diffusion model of random weights
// that clients find as "tiny-painter".
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { describeImageModels } from "../../../media-node/images/describe-image-model.ts";
import type { FoundBundle } from "../../../media-node/models/find-bundles.ts";
import type { ImageSettings } from "../../../media-node/models/image-settings.ts";
import { PREVIEW_MAKERS } from "../../../media-node/pipelines/preview-makers.ts";
import { startMediaWorker } from "../../../media-node/worker/media-worker.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { cleanUp } from "../clean-up.ts";
import type { TestAccount } from "../database/test-account.ts";
import { mediaTools } from "../media-node/media-pools.ts";
import { workerServices } from "../media-node/worker-services.ts";
import { type TinyDiffusion, writeTinyDiffusion } from "../models/tiny-diffusion.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";
import { callApi, type TestControlPlane } from "./control-plane.ts";
import { webhookPlane } from "./webhook-receiver.ts";

export const TINY_IMAGE: ImageSettings = {
  slug: "tiny-painter",
  subtitle: "Paints noise",
  capability: "IMAGE_GENERATION",
  defaultOutputCount: 1,
  tiers: {
    lite: { steps: 3, guidanceScale: 4, price: 0.5 },
    max: { steps: 6, guidanceScale: 5, price: "2" },
  },
  sizes: [
    [64, 48],
    [48, 64],
  ],
};

/** A small diffusion bundle as a node would find it. */
export async function tinyPainter(t: TestContext, options: TinyDiffusion = {}): Promise<FoundBundle> {
  const manifest = { name: "tiny-painter", title: "Tiny painter", image: TINY_IMAGE, ...options.manifest };
  const bundle = await writeTinyDiffusion(await temporaryFolder(t), { ...options, manifest });
  return { ...bundle, isBuiltIn: false };
}

export interface GenerationTask {
  readonly task_id: string;
  readonly status: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly billing: { readonly charged_moods: number; readonly refunded_moods: number };
  readonly result: readonly {
    readonly id: string;
    readonly status: string;
    readonly file_url: string;
    readonly file_type: string;
    readonly thumbnail_url: string;
    readonly external_task_id: string;
  }[];
}

export interface ImageAppliance {
  readonly plane: TestControlPlane;
  readonly account: TestAccount;
  post(path: string, body: unknown): ReturnType<typeof callApi>;
  /** Creates a generation task, which must be accepted. */
  create(body: object): Promise<GenerationTask>;
  ended(taskId: string): Promise<GenerationTask>;
  /** Creates a task and waits for its end. */
  generate(body: object): Promise<GenerationTask>;
  /** Stores a file as a client does and returns its key. */
  upload(content: Buffer, filename?: string): Promise<string>;
  download(url: string): Promise<{ type: string | null; content: Buffer }>;
}

/** Starts both; everything ends with the test. */
export async function imageAppliance(
  t: TestContext,
  bundles: readonly FoundBundle[],
): Promise<ImageAppliance> {
  // Hooks run in the order of their registration: the worker must end before its database does.
  const ends: (() => Promise<unknown>)[] = [];
  cleanUp(t, async () => {
    for (const end of ends) await end();
  });
  const { tools, close } = await mediaTools(bundles);
  const plane = await webhookPlane(t);
  const { services: defaults } = await workerServices(t, plane.sql, tools);
  const services = {
    ...defaults,
    storage: createFileStorage(plane.storageFolder),
    policy: readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8" }),
  };
  const worker = await startMediaWorker(services, {
    databaseUrl: plane.databaseUrl,
    places: { cores: 1, devices: 0 },
    models: describeImageModels(bundles),
    previewMakers: PREVIEW_MAKERS,
  });
  ends.push(worker.stop, close);
  const account = await plane.account();
  const { key } = account;
  const post = (path: string, body: unknown): ReturnType<typeof callApi> =>
    callApi(plane, "POST", `/api/v1${path}`, { key, body });
  const create = async (body: object): Promise<GenerationTask> => {
    const reply = await post("/generation-tasks", { model: TINY_IMAGE.slug, ...body });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body.data as unknown as GenerationTask;
  };
  const ended = (taskId: string): Promise<GenerationTask> =>
    until(
      "the task's end",
      async () => {
        const reply = await callApi(plane, "GET", `/api/v1/generation-tasks/${taskId}`, { key });
        const task = reply.body.data as unknown as GenerationTask;
        return (task.status === "finished" || task.status === "failed") && task;
      },
      60_000,
    );
  const offered = async (): Promise<boolean> => {
    const reply = await callApi(plane, "GET", "/api/v1/models", { key });
    return (reply.body.data as unknown as unknown[]).length > 0;
  };
  await until("the model to be listed", offered);
  return {
    plane,
    account,
    post,
    create,
    ended,
    generate: async (body) => ended((await create(body)).task_id),
    upload: async (content, filename = "image.png") => {
      const announced = { filename, content_type: "image/png", size_bytes: content.length };
      const reply = await post("/uploads", announced);
      const { s3_key: storageKey, upload_url: url } = reply.body.data as {
        s3_key: string;
        upload_url: string;
      };
      const put = await fetch(url, { method: "PUT", body: new Uint8Array(content) });
      assert.ok(put.ok, `${put.status}`);
      return storageKey;
    },
    download: async (url) => {
      const reply = await fetch(url);
      assert.equal(reply.status, 200);
      return { type: reply.headers.get("content-type"), content: Buffer.from(await reply.arrayBuffer()) };
    },
  };
}
