// What a process holds of a card, by what NVIDIA's program says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cardUsedBytes } from "../../../../media-node/onnx/devices/card-memory.ts";
import { environmentWith, type FakeProgram } from "../../../support/media-node/fake-programs.ts";

const MEBIBYTE = 2 ** 20;
const driver = (processes: string, used: string): Record<string, FakeProgram> => ({
  "nvidia-smi": {
    answers: { "--query-compute-apps": processes, "--id=GPU-1 --query-gpu=memory.used": used },
  },
});

test("a process has what the driver lists for it", async (t) => {
  const env = await environmentWith(t, driver("77, 300\n4242, 1210\n4242, 6", "9000"));
  assert.equal(await cardUsedBytes("GPU-1", 4_242, env), 1_216 * MEBIBYTE);
});

test("where the driver does not tell processes apart, all that is in use counts", async (t) => {
  for (const processes of ["", "4242, [N/A]", "77, 300", "No running processes found"]) {
    const env = await environmentWith(t, driver(processes, "9000"));
    assert.equal(await cardUsedBytes("GPU-1", 4_242, env), 9_000 * MEBIBYTE, processes);
  }
});

test("a driver that says nothing gives no number", async (t) => {
  const env = await environmentWith(t, driver("", "[Unknown Error]"));
  assert.equal(await cardUsedBytes("GPU-1", 1, env), null);
  assert.equal(await cardUsedBytes("MIG-1", 1, env), null);
  assert.equal(await cardUsedBytes("GPU-1", 1, { PATH: "/nonexistent" }), null);
});
