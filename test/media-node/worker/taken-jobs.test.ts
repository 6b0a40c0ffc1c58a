// Which jobs take places of cores and which those of devices, by what a node's models run on now.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FoundBundle } from "../../../media-node/models/find-bundles.ts";
import type { NodeModels, SpeechModel } from "../../../media-node/pipelines/node-models.ts";
import { recognizesOnDevice } from "../../../media-node/worker/node-devices.ts";
import type { NodeServices } from "../../../media-node/worker/node-services.ts";
import { TakenJobs } from "../../../media-node/worker/taken-jobs.ts";
import { AppError } from "../../../shared/errors.ts";
import { TEST_MODEL } from "../../support/media-node/media-node.ts";

const ON_CPU = { ...TEST_MODEL, model: "on-cpu" };
const CARD = { provider: "cuda", index: 0, name: "card", uuid: null, memoryBytes: null } as const;

test("images and transcriptions have places of devices while their models run there; clips, reels and renders never do", () => {
  let speechIsOnDevice = true;
  let modelOnDevice = TEST_MODEL.model;
  const jobs = new TakenJobs(
    {} as NodeServices,
    {
      isOnDevice: (model) => model === modelOnDevice,
      isSpeechOnDevice: () => speechIsOnDevice,
      previewMakers: { IMAGE_GENERATION: () => Promise.reject(new Error("not run here")) },
    },
    { models: [TEST_MODEL, ON_CPU], isTaking: true },
  );
  const names = (resource?: "cores" | "devices"): string[] => Object.keys(jobs.handlers(resource)).sort();
  const image = (model: string): string[] => [`preview-template:${model}`, `run-generation:${model}`];
  assert.deepEqual(names("devices"), [...image(TEST_MODEL.model), "run-transcription"].sort());
  assert.deepEqual(
    names("cores"),
    [...image(ON_CPU.model), "run-clip", "run-highlight", "run-render"].sort(),
  );
  assert.deepEqual(names(), [...names("cores"), ...names("devices")].sort());
  assert.deepEqual(
    jobs.offer().deviceQueueJobs.toSorted(),
    image(TEST_MODEL.model).sort(),
    "other nodes go on with transcriptions",
  );
  jobs.isTakingOnDevices = false;
  assert.deepEqual(names("devices"), []);
  assert.deepEqual(
    names("cores"),
    [...image(ON_CPU.model), "run-highlight", "run-render"].sort(),
    "what is for cores is taken all the same, but for clips, whose speech would wait for a device",
  );
  assert.deepEqual(jobs.offer().deviceQueueJobs, [], "other nodes may take what is left");
  speechIsOnDevice = false;
  assert.ok(names("cores").includes("run-clip") && names("cores").includes("run-transcription"));
  speechIsOnDevice = true;
  jobs.isTakingOnDevices = true;
  speechIsOnDevice = false;
  modelOnDevice = "";
  assert.deepEqual(names("devices"), []);
  jobs.isTaking = false;
  assert.deepEqual(names(), []);
});

test("speech is on a device until its model was found to run on the CPU, and where it is better off there", () => {
  const modelProviders = new Map<string, string>();
  const bundle = { manifest: { name: "whisper-base" } } as FoundBundle;
  const recognizes = (model: Partial<SpeechModel>, devices = [CARD]): boolean => {
    const models: Pick<NodeModels, "speech"> = { speech: () => ({ bundle, ...model }) as SpeechModel };
    return recognizesOnDevice({ devices, modelProviders }, models);
  };
  assert.equal(recognizes({ place: "device" }), true);
  assert.equal(recognizes({ place: "each-core" }), false);
  assert.equal(recognizes({ place: "device" }, []), false);
  modelProviders.set("whisper-base", "cpu");
  assert.equal(recognizes({ place: "device" }), false);
  const gone: Pick<NodeModels, "speech"> = {
    speech: () => {
      throw new AppError("MODEL_UNAVAILABLE");
    },
  };
  assert.equal(recognizesOnDevice({ devices: [CARD], modelProviders }, gone), false);
});
