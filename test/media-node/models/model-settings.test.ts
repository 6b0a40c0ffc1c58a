// The settings about models: defaults, and messages that name the variable.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { readModelSettings } from "../../../media-node/models/model-settings.ts";
import { automaticChoice } from "../../../media-node/onnx/devices/provider-choice.ts";

test("models are installed in the data folder and run on what there is, unless settings say otherwise", () => {
  assert.deepEqual(readModelSettings({ CLIPMILL_DATA_DIR: "/data" }), {
    modelsDir: "/data/models",
    modelMirror: undefined,
    providerChoice: automaticChoice(),
    speechModel: undefined,
  });
  const { providerChoice } = readModelSettings({ CLIPMILL_EXECUTION_PROVIDERS: "auto" });
  assert.deepEqual(providerChoice, automaticChoice());
  assert.equal(readModelSettings({}).modelsDir, resolve(".clipmill/models"));
  assert.deepEqual(
    readModelSettings({
      CLIPMILL_MODELS_DIR: "/models",
      CLIPMILL_MODEL_MIRROR: "https://mirror.example/hub/",
      CLIPMILL_EXECUTION_PROVIDERS: "cpu, webgpu,cpu",
      CLIPMILL_SPEECH_MODEL: "whisper-base",
    }),
    {
      modelsDir: "/models",
      modelMirror: "https://mirror.example/hub",
      providerChoice: { isExplicit: true, providers: ["cpu", "webgpu"] },
      speechModel: "whisper-base",
    },
  );
});

test("a provider or a mirror that is none is refused with the variable's name", () => {
  assert.throws(() => readModelSettings({ CLIPMILL_EXECUTION_PROVIDERS: "cpu,tpu" }), {
    message: /CLIPMILL_EXECUTION_PROVIDERS must be auto, or a list of cuda, webgpu, cpu.*"tpu" is none/,
  });
  assert.throws(() => readModelSettings({ CLIPMILL_EXECUTION_PROVIDERS: "auto,cpu" }), {
    message: /CLIPMILL_EXECUTION_PROVIDERS must be auto, or a list.*"auto" is none/,
  });
  assert.throws(() => readModelSettings({ CLIPMILL_MODEL_MIRROR: "mirror" }), {
    message: /CLIPMILL_MODEL_MIRROR must be an http or https address/,
  });
});
