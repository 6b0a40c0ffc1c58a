// The command line of models: what it prints for people and with --json, and how it refuses. What a process adds to it,
// its outputs, exit codes and signals, is tested with processes.
import assert from "node:assert/strict";
import { chown, lstat, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { formatModels, listModels } from "../../../deploy/models/models-list.ts";
import { CATALOGUE } from "../../../media-node/models/catalogue/catalogue.ts";
import { carriedFolder, WHISPER_FOLDER } from "../../support/models/carried-folder.ts";
import { hubEntry, modelHub } from "../../support/models/model-hub.ts";
import { type Ended, runModelsHere, startModels } from "../../support/models/run-models.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

type Running = ReturnType<typeof startModels>;

async function models(t: TestContext, env: NodeJS.ProcessEnv = {}) {
  const root = await temporaryFolder(t);
  const modelsDir = join(root, "models");
  const whole = { ...process.env, CLIPMILL_MODELS_DIR: modelsDir, ...env };
  const start = (...args: readonly string[]): Running => startModels(whole, args);
  const run = (...args: readonly string[]): Promise<Ended> => runModelsHere(whole, args);
  const json = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await run(...args, "--json");
    assert.equal(code, 0, stderr);
    assert.equal(stdout.trim().split("\n").length, 1, "one value and nothing else");
    return JSON.parse(stdout);
  };
  return { root, modelsDir, start, run, json };
}

test("what root installs belongs to the user whose data folder it is, who may have to replace it", {
  skip: process.getuid?.() === 0 && process.platform === "linux" ? false : "needs root on Linux",
}, async (t) => {
  const { root, modelsDir, run } = await models(t);
  const carried = await carriedFolder(join(root, "my-whisper"), WHISPER_FOLDER);
  const ownersOf = async (): Promise<Set<number>> => {
    const names = await readdir(modelsDir, { recursive: true });
    const facts = await Promise.all(
      [modelsDir, ...names.map((name) => join(modelsDir, name))].map((each) => lstat(each)),
    );
    return new Set(facts.map(({ uid }) => uid));
  };
  assert.equal((await run("add", carried, "--name", "of-root")).code, 0);
  assert.deepEqual(await ownersOf(), new Set([0]), "in a folder of root's it stays root's");
  await chown(root, 65_534, 65_534);
  assert.equal((await run("add", carried, "--name", "of-the-node")).code, 0);
  assert.deepEqual(await ownersOf(), new Set([65_534]));
});

test("a model goes through its whole life: added, listed, verified, damaged, found out", async (t) => {
  const { root, modelsDir, run, json } = await models(t);
  const carried = await carriedFolder(join(root, "my-whisper"), WHISPER_FOLDER);
  const added = await json("add", carried);
  assert.deepEqual(added, {
    name: "my-whisper",
    kind: "speech-recognition",
    family: "whisper",
    title: "Whisper, 12 encoder layers",
    license: "unknown: see where the model comes from",
    languages: (added as { languages: string[] }).languages,
    folder: join(modelsDir, "my-whisper"),
  });
  const listed = (await json("list")) as { name: string; state: string }[];
  assert.deepEqual(
    listed.filter(({ state }) => state === "installed").map(({ name }) => name),
    ["my-whisper"],
  );
  assert.equal(listed.filter(({ state }) => state === "available").length, CATALOGUE.length);
  const whole = await run("verify", "my-whisper");
  assert.deepEqual([whole.code, whole.stdout], [0, "my-whisper: whole\n"]);
  const path = join(modelsDir, "my-whisper", "onnx/encoder_model.onnx");
  const content = await readFile(path);
  content[0] = (content[0] ?? 0) ^ 1;
  await writeFile(path, content);
  const damaged = await run("verify");
  assert.equal(damaged.code, 1);
  assert.match(
    damaged.stdout,
    /my-whisper: DAMAGED: \S+: onnx\/encoder_model\.onnx has the SHA-256 \w+ instead/,
  );
  assert.match(damaged.stdout, /Install a damaged model again/);
});

test("a model is pulled from a mirror, which the setting or the option names", async (t) => {
  const name = "whisper-tiny";
  const { files } = CATALOGUE.find((entry) => entry.name === name) ?? { files: [] };
  const content = Object.fromEntries(files.map(({ path }) => [path, Buffer.from(`content of ${path}`)]));
  const hub = await modelHub(t, { files: content });
  const { modelsDir, run, json } = await models(t, { CLIPMILL_MODEL_MIRROR: `${hub.url}/` });
  const pulled = await run("pull", name);
  assert.deepEqual([pulled.code, pulled.stderr.includes("100 %")], [0, true], pulled.stderr);
  assert.match(pulled.stdout, /whisper-tiny is installed in .*licence: Apache-2\.0.*Nobody had pinned/s);
  assert.deepEqual(await readdir(modelsDir), [name]);
  assert.equal(((await json("pull", name)) as { wasInstalled: boolean }).wasInstalled, true);
  const elsewhere = join(modelsDir, "..", "elsewhere");
  assert.equal((await run("pull", name, "--to", elsewhere, "--mirror", hub.url)).code, 0);
  assert.deepEqual(await readdir(elsewhere), [name]);
});

test("two pulls of one model at once both succeed, and one whole model is there", async (t) => {
  const { files } = CATALOGUE.find((entry) => entry.name === "whisper-tiny") ?? { files: [] };
  const content = Object.fromEntries(files.map(({ path }) => [path, Buffer.alloc(100_000, path)]));
  const hub = await modelHub(t, { files: content });
  const { modelsDir, start, run } = await models(t, { CLIPMILL_MODEL_MIRROR: hub.url });
  const both = await Promise.all([1, 2].map(() => start("pull", "whisper-tiny", "--force").ended));
  assert.deepEqual(
    both.map(({ code }) => code),
    [0, 0],
    both.map(({ stderr }) => stderr).join("\n"),
  );
  assert.deepEqual(await readdir(modelsDir), ["whisper-tiny"]);
  assert.equal((await run("verify", "whisper-tiny")).code, 0);
});

test("an interrupted pull says that it goes on, and does so", async (t) => {
  const { files } = CATALOGUE.find((entry) => entry.name === "whisper-tiny") ?? { files: [] };
  const content = Object.fromEntries(files.map(({ path }) => [path, Buffer.alloc(100_000, path)]));
  let running: Running | undefined;
  const hub = await modelHub(t, {
    files: content,
    intercept: (request) => {
      if (!/storage.*decoder/.test(request.url ?? "") || request.method !== "GET" || running === undefined) {
        return false;
      }
      running.child.kill("SIGTERM");
      return true;
    },
  });
  const { start, run } = await models(t, { CLIPMILL_MODEL_MIRROR: hub.url });
  running = start("pull", "whisper-tiny");
  const { code, stderr } = await running.ended;
  assert.deepEqual([code, /Interrupted\. What has arrived is kept/.test(stderr)], [130, true], stderr);
  running = undefined;
  const before = hub.gets().length;
  assert.equal((await run("pull", "whisper-tiny")).code, 0);
  assert.equal(hub.gets().length - before, 1, "only the file that was missing");
});

test("a dry run prints addresses and sizes, and what to do with the files", async (t) => {
  const { modelsDir, run, json } = await models(t);
  const { stdout } = await run("pull", "whisper-base-q4", "--dry-run");
  assert.match(
    stdout,
    /onnx\/encoder_model\.onnx\s+82 MB\s+https:\/\/huggingface\.co\/onnx-community\/whisper-base_timestamped\/resolve\/608c49e\w+\/onnx\/encoder_model\.onnx/,
  );
  assert.match(stdout, /npm run models -- add whisper-base-q4/);
  const plan = (await json("pull", "silero-vad", "--dry-run")) as { files: unknown[] };
  assert.deepEqual(plan.files, [
    {
      path: "silero_vad.onnx",
      url: "https://github.com/snakers4/silero-vad/raw/v6.2/src/silero_vad/data/silero_vad.onnx",
      sizeBytes: 2_327_524,
      sha256: "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3",
    },
  ]);
  await assert.rejects(readdir(modelsDir), { code: "ENOENT" });
});

test("a dry run of what is recommended prints what to carry to a machine without internet", async (t) => {
  const { modelsDir, run, json } = await models(t);
  const { code, stdout } = await run("pull", "recommended", "--dry-run");
  assert.equal(code, 0);
  assert.match(stdout, /https:\/\/huggingface\.co\/.*npm run models -- add /s);
  const plans = (await json("pull", "recommended", "--dry-run")) as { name: string; files: unknown[] }[];
  assert.ok(plans.length >= 2 && plans.every(({ files }) => files.length > 0));
  await assert.rejects(readdir(modelsDir), { code: "ENOENT" });
});

test("what is recommended is not installed without a yes, nor where nobody answers", async (t) => {
  const hub = await modelHub(t, { files: {} });
  const { run } = await models(t, { CLIPMILL_MODEL_MIRROR: hub.url });
  const unasked = await run("pull", "recommended");
  assert.deepEqual([unasked.code, unasked.stdout], [1, ""]);
  assert.match(
    unasked.stderr,
    /^This machine has .*\n\nname +for .*Nobody can be asked here: run it again with --yes/s,
  );
  const away = await run("pull", "recommended", "--yes", "--mirror", "http://127.0.0.1:1");
  assert.deepEqual([away.code, away.stdout], [1, ""]);
  const list = /^This machine has [^\n]*\n\nname +for .*\n\n/s;
  assert.match(away.stderr, list, "whoever fetches them elsewhere has to know which");
  assert.match(
    away.stderr.replace(list, ""),
    /^127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\): name a mirror .*\n$/,
  );
});

test("help that is asked for is the command's result", async (t) => {
  const { run } = await models(t);
  const { code, stdout, stderr } = await run("--help");
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^Usage: npm run models/);
});

test("wrong calls are refused in words, and with exit codes that tell why", async (t) => {
  const { run } = await models(t);
  for (const [args, code, message] of [
    [[], 64, /Usage: npm run models/],
    [["fetch"], 64, /Usage: npm run models/],
    [["list", "--wrong"], 64, /Unknown option '--wrong'/],
    [["pull"], 64, /The model's name is missing/],
    [["pull", "nothing"], 1, /The catalogue has no nothing\. It has: parakeet/],
    [["pull", "silero-vad", "--mirror", "none"], 78, /--mirror must be an http or https address/],
    [["add"], 64, /The path of a folder or a file is missing/],
    [["add", "package.json"], 1, /is no model that the catalogue knows\. Accepted are/],
    [["verify", "nothing"], 1, /nothing is not installed/],
  ] as const) {
    const ended = await run(...args);
    assert.deepEqual([ended.code, ended.stdout], [code, ""], args.join(" "));
    assert.match(ended.stderr, message);
    assert.doesNotMatch(ended.stderr, /\n\s+at /, "no stack for what is the caller's mistake");
  }
});

test("the command's process says and ends with what its command does", async (t) => {
  const { start } = await models(t);
  const list = await start("list", "--json").ended;
  assert.deepEqual([list.code, list.stderr], [0, ""]);
  assert.ok(JSON.parse(list.stdout).length >= CATALOGUE.length);
  const wrong = await start("pull", "silero-vad", "--mirror", "none").ended;
  assert.deepEqual([wrong.code, wrong.stdout], [78, ""]);
  assert.match(wrong.stderr, /^--mirror must be an http or https address.*\n$/);
});

test("a model that may not be used commercially is marked in the list", () => {
  const entry = {
    ...hubEntry({ "model.onnx": Buffer.alloc(5) }),
    license: "CC-BY-NC-4.0",
    nonCommercial: true,
  };
  assert.match(formatModels(listModels([], [entry])), /CC-BY-NC-4\.0 \(NON-COMMERCIAL USE ONLY\)/);
});
