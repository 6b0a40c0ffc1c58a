// `npm run models -- pull recommended` on a catalogue whose files a local hub has: what is said before, what is fetched,
// and what a second run does.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { findMachine } from "../../../deploy/models/find-machine.ts";
import { adviseOnModels } from "../../../deploy/models/missing-models.ts";
import type { ModelsCall } from "../../../deploy/models/models-call.ts";
import { describeMachine, pullRecommended } from "../../../deploy/models/recommended-command.ts";
import type { CatalogueEntry } from "../../../media-node/models/catalogue/catalogue-entry.ts";
import type { PullProgress } from "../../../media-node/models/pull-bundle.ts";
import type { FoundDevice } from "../../../media-node/onnx/devices/discovery/found-device.ts";
import { explicitChoice } from "../../../media-node/onnx/devices/provider-choice.ts";
import { AppError } from "../../../shared/errors.ts";
import { type HubOptions, hubEntry, modelHub } from "../../support/models/model-hub.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SPEECH = { "speech.bin": Buffer.alloc(90_000, "speech ") };
const MEANING = { "meaning.json": Buffer.alloc(500, "m"), "meaning.bin": Buffer.alloc(40_000, "meaning ") };

const CATALOGUE: readonly CatalogueEntry[] = [
  {
    ...hubEntry(SPEECH, { pinned: true, name: "speech-large" }),
    kind: "speech-recognition",
    family: "whisper",
    license: "CC-BY-4.0",
    improves: "captions",
    priority: 900,
    recommended: { sense: "speech" },
  },
  {
    ...hubEntry(MEANING, { pinned: false, name: "meaning-small" }),
    kind: "sentence-embedding",
    family: "bert",
    improves: "prompts",
    priority: 300,
    recommended: { sense: "meaning" },
  },
  { ...hubEntry({}, { pinned: true, name: "not-for-all" }), kind: "image-text", family: "clip" },
];

interface Run {
  readonly result: Awaited<ReturnType<typeof pullRecommended>>;
  readonly said: readonly string[];
  readonly questions: readonly string[];
  readonly progress: readonly PullProgress[];
}

type Answer = boolean | undefined;

async function recommending(t: TestContext, hubOptions: Partial<HubOptions> = {}) {
  const hub = await modelHub(t, { files: { ...SPEECH, ...MEANING }, ...hubOptions });
  const modelsDir = join(await temporaryFolder(t), "models");
  const run = async (
    options: ModelsCall["options"],
    answer: Answer,
    more: Partial<ModelsCall> = {},
  ): Promise<Run> => {
    const [said, questions, progress]: [string[], string[], PullProgress[]] = [[], [], []];
    const call: ModelsCall = {
      args: ["recommended"],
      options,
      modelsDir,
      mirror: hub.url,
      settings: { providerChoice: explicitChoice(["cpu"]), speechModel: undefined },
      signal: new AbortController().signal,
      env: {},
      onProgress: (each) => progress.push(each),
      say: (text) => said.push(text),
      ask: async (question) => {
        questions.push(question);
        return answer;
      },
      ...more,
    };
    return { result: await pullRecommended(call, "Nodes find it.", CATALOGUE), said, questions, progress };
  };
  return { hub, modelsDir, run };
}

test("the list with sizes and licences comes first, then the question, then one progress over all", async (t) => {
  const { modelsDir, run } = await recommending(t);
  const { result, said, questions, progress } = await run({}, true);
  assert.match(said.join("\n"), /^This machine has \d+ cores?, .* of memory, and no GPU/);
  assert.match(said.join("\n"), /speech-large +speech +90 kB +CC-BY-4\.0 +captions/);
  assert.match(said.join("\n"), /meaning-small +meaning +41 kB +MIT +prompts/);
  assert.deepEqual(questions, ["Install them (131 kB)?"]);
  assert.deepEqual((await readdir(modelsDir)).sort(), ["meaning-small", "speech-large"]);
  assert.equal(result.failed, false);
  assert.match(
    result.text,
    /speech-large, meaning-small\.\nNobody had pinned the hashes of 2 of their files.*\nNodes find it\.$/s,
  );
  const received = progress.map(({ receivedBytes }) => receivedBytes);
  assert.deepEqual(
    received,
    received.toSorted((a, b) => a - b),
  );
  assert.deepEqual([...new Set(progress.map(({ totalBytes }) => totalBytes))], [130_500]);
  assert.equal(received.at(-1), 130_500);
});

test("what is there is not fetched again, and nobody is asked for nothing", async (t) => {
  const { hub, run } = await recommending(t);
  await run({ yes: true }, undefined);
  const before = hub.requests.length;
  const { result, said, questions } = await run({}, undefined);
  assert.match(result.text, /What it should have is there already\.$/);
  assert.deepEqual([said, questions, hub.requests.length], [[], [], before]);
});

test("without a terminal nothing is installed but with --yes, and neither after a no", async (t) => {
  const { hub, run } = await recommending(t);
  await assert.rejects(run({}, undefined), { code: "INVALID_REQUEST", message: /run it again with --yes/ });
  const declined = await run({}, false);
  assert.deepEqual([declined.result.failed, declined.result.text], [true, "Nothing was installed."]);
  assert.equal(hub.gets().length, 0);
});

test("a run that was interrupted goes on where it stopped, and leaves what is whole alone", async (t) => {
  const { hub, modelsDir, run } = await recommending(t, { cuts: [undefined, undefined, 20_000] });
  const stopping = new AbortController();
  const onProgress = ({ receivedBytes }: PullProgress): void => {
    if (receivedBytes === 90_500 + 20_000) stopping.abort(new Error("enough"));
  };
  await assert.rejects(run({ yes: true }, undefined, { signal: stopping.signal, onProgress }), {
    message: "enough",
  });
  const before = hub.gets().length;
  await run({ yes: true }, undefined);
  assert.deepEqual((await readdir(modelsDir)).sort(), ["meaning-small", "speech-large"]);
  assert.deepEqual(
    hub
      .gets()
      .slice(before)
      .map(({ path, range }) => [path.split("/").at(-1), range]),
    [["meaning.bin", "bytes=20000-"]],
  );
});

test("one model that cannot be had keeps no other from being installed, and the run says so", async (t) => {
  const { modelsDir, run } = await recommending(t, { files: MEANING });
  const { result } = await run({ yes: true }, undefined);
  assert.equal(result.failed, true);
  assert.match(result.text, /speech-large was left out: .*answered 404\.\nRun the same again/);
  assert.ok((await readdir(modelsDir)).includes("meaning-small"));
});

test("a hub that cannot be reached is told in one sentence behind the list, before anybody is asked", async (t) => {
  const { run } = await recommending(t);
  const listed: string[] = [];
  const away = { mirror: "http://127.0.0.1:1", say: (text: string) => void listed.push(text) };
  const failed = await run({ yes: true }, undefined, away).catch((error) => error);
  assert.match(listed.join("\n"), /speech-large +speech +90 kB +CC-BY-4\.0 +captions/);
  assert.match(listed.join("\n"), /meaning-small +meaning +unknown +MIT +prompts/);
  assert.ok(failed instanceof AppError);
  assert.match(
    failed.message,
    /^127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\): [^.]*CLIPMILL_MODEL_MIRROR[^.]*HTTPS_PROXY[^.]*`add`\.$/,
  );
});

test("the starter names the senses that would get better, and nothing once they are there", async (t) => {
  const folder = await temporaryFolder(t);
  const advice = await adviseOnModels({ CLIPMILL_MODELS_DIR: join(folder, "none") });
  assert.match(
    advice ?? "",
    /^Better models can be had for: speech; .*: npm run models -- pull recommended$/,
  );
  const named = await adviseOnModels({ CLIPMILL_MODELS_DIR: folder, CLIPMILL_SPEECH_MODEL: "own" });
  assert.doesNotMatch(named ?? "", /\bspeech\b/);
});

test("the largest GPU on which a network ran counts, and what is missing for another is told", async () => {
  const card = (index: number, memoryBytes: number): FoundDevice => {
    return { provider: "cuda", index, name: "NVIDIA L4", uuid: `GPU-${index}`, memoryBytes };
  };
  const choice = explicitChoice(["cuda", "cpu"]);
  const two = { devices: [card(0, 24e9), card(1, 80e9)], missing: [], problems: [] };
  const found = await findMachine(choice, () => Promise.resolve(two));
  assert.deepEqual([found.gpuMemoryBytes, found.gpuLack], [80e9, null]);
  assert.match(describeMachine(found), /and a GPU with 80 GB that models can run on\.$/);
  const lack = { provider: "cuda" as const, hasDevice: true, reason: "no cuDNN", remedy: "Install it." };
  const without = { devices: [], missing: [lack], problems: [] };
  const lacking = await findMachine(choice, () => Promise.resolve(without));
  assert.equal(lacking.gpuMemoryBytes, 0);
  assert.match(describeMachine(lacking), /No model can run on its GPU: no cuDNN\. Install it\.$/);
  const absent = { ...without, missing: [{ ...lack, hasDevice: false }] };
  assert.equal((await findMachine(choice, () => Promise.resolve(absent))).gpuLack, null);
});
