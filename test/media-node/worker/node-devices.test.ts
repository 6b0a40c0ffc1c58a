// What a node says and does at start about what its models run on.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelBundle } from "../../../media-node/models/model-bundle.ts";
import type { DeviceSearch, FoundDevice } from "../../../media-node/onnx/devices/discovery/found-device.ts";
import { automaticChoice, explicitChoice } from "../../../media-node/onnx/devices/provider-choice.ts";
import { runsOnDevice, usableProviders } from "../../../media-node/worker/node-devices.ts";
import { SettingError } from "../../../shared/process/environment.ts";
import { keptLog } from "../../support/kept-log.ts";

/** Of pino. */
const WARN = 40;
const CARD = { provider: "cuda", index: 1, name: "NVIDIA L4", uuid: "GPU-bb22", memoryBytes: 24e9 } as const;
const FOUND: DeviceSearch = { devices: [CARD], missing: [], problems: ["cuda:0: CUDA error 802"] };
const LACK = { provider: "cuda", hasDevice: true, reason: "no cuDNN", remedy: "Install it." } as const;
const NOTHING: DeviceSearch = { devices: [], missing: [LACK], problems: [] };

test("providers that have a device are used, and one that is left out is told of", () => {
  const { logger, lines } = keptLog();
  assert.deepEqual(usableProviders(automaticChoice("linux"), FOUND, logger), ["cuda", "cpu"]);
  assert.deepEqual(lines[0]?.devices, [CARD]);
  assert.equal(lines[1]?.problem, "cuda:0: CUDA error 802");
});

test("with auto, a card that cannot be used leaves the processor, and a warning with the remedy", () => {
  const { logger, lines } = keptLog();
  assert.deepEqual(usableProviders(automaticChoice("linux"), NOTHING, logger), ["cpu"]);
  const warnings = lines.filter(({ level }) => level >= WARN);
  assert.deepEqual(
    warnings.map(({ reason, remedy }) => [reason, remedy]),
    [["no cuDNN", "Install it."]],
  );
});

test("a provider that was named and cannot be had ends the start with what is missing", () => {
  const { logger } = keptLog();
  const webgpu = { ...LACK, provider: "webgpu", reason: "no adapter", remedy: "Leave it out." } as const;
  const search = { ...NOTHING, missing: [LACK, webgpu] };
  assert.throws(
    () => usableProviders(explicitChoice(["cuda", "webgpu", "cpu"]), search, logger),
    (error: unknown) => {
      assert.ok(error instanceof SettingError);
      assert.equal(
        error.message,
        "CLIPMILL_EXECUTION_PROVIDERS names cuda, which cannot be had: no cuDNN. Install it." +
          " It also names webgpu, which cannot be had: no adapter. Leave it out.",
      );
      return true;
    },
  );
});

test("a list without the processor leaves models no other place", () => {
  const { logger } = keptLog();
  assert.deepEqual(usableProviders(explicitChoice(["cuda"]), FOUND, logger), ["cuda"]);
});

test("a model runs on the node's device unless it had to run on the CPU, and one that the node has not runs nowhere", () => {
  const bundle = { manifest: { name: "model" } } as ModelBundle;
  const on = (devices: readonly FoundDevice[], provider: string | null): boolean =>
    runsOnDevice(
      { devices, modelProviders: new Map(provider === null ? [] : [["model", provider]]) },
      bundle,
    );
  assert.deepEqual([on([CARD], null), on([CARD], "cuda"), on([CARD], "cpu")], [true, true, false]);
  assert.equal(on([], null), false);
  assert.equal(runsOnDevice({ devices: [CARD], modelProviders: new Map() }, undefined), false);
});
