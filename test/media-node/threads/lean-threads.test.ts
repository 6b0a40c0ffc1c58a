// What threads of the built-in models load: each of up to as many as the machine has cores pays for it again. Schemas and
// their compiler took half of a thread's start; bundles are read and checked by the node.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const FIXTURE = fileURLToPath(new URL("./fixtures/loaded-packages.ts", import.meta.url));
const WORKERS = [
  "speech/recognize-speech.worker.ts",
  "clips/virality/score-virality.worker.ts",
  "clips/sentences/judge-sentences.worker.ts",
  "highlights/moments/score-highlights.worker.ts",
];

async function packagesOf(worker: string): Promise<string[]> {
  const address = new URL(`../../../media-node/${worker}`, import.meta.url).href;
  // Node strips the types itself, as in threads.
  const { stdout } = await promisify(execFile)(process.execPath, [FIXTURE, address], {
    env: { ...process.env, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" },
  });
  return JSON.parse(stdout) as string[];
}

for (const worker of WORKERS) {
  test(`a thread of ${worker} loads ONNX Runtime, and no compiler of schemas`, async () => {
    const packages = await packagesOf(worker);
    assert.ok(packages.includes("onnxruntime-node"), `It loads ${packages.join(", ")}.`);
    assert.deepEqual(
      packages.filter((name) => ["typebox", "ajv"].includes(name)),
      [],
    );
  });
}

test("a thread that chooses moments loads neither ONNX Runtime nor what starts threads", async () => {
  const packages = await packagesOf("clips/choose-moments.worker.ts");
  assert.ok(packages.includes("stemmer"), `It loads ${packages.join(", ")}.`);
  assert.deepEqual(
    packages.filter((name) => ["onnxruntime-node", "piscina", "typebox", "ajv"].includes(name)),
    [],
  );
});
