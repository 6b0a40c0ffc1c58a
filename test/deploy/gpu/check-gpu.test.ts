// The steps of `npm run gpu-setup`, on machines that are made of small scripts.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkGpu, checkWebGpu, describeSteps, type GpuMachine } from "../../../deploy/gpu/check-gpu.ts";
import {
  bindingFolder,
  CUDA_PROVIDER_FILES,
  hasCudaBuild,
} from "../../../media-node/onnx/devices/discovery/cuda-libraries.ts";
import { environmentWith } from "../../support/media-node/fake-programs.ts";
import { installedPackage, smallLibrary } from "../../support/models/library-packages.ts";

const options = { skip: hasCudaBuild() ? false : "ONNX Runtime has no CUDA for this machine" };
const COMMAND = fileURLToPath(new URL("../../../deploy/gpu-setup.ts", import.meta.url));
const CARDS = [
  "0, GPU-aa11, NVIDIA H100, 81559, 4, 550.54.15, Disabled",
  "1, GPU-bb22, NVIDIA L4, 23034, 4, 550.54.15, [N/A]",
].join("\n");
const driver = (cards: string) => ({ answers: { "--query-gpu": cards } });
const works: GpuMachine["tryDevice"] = () => Promise.resolve({ failure: null, openMs: 3_210, runMs: 0.4123 });

/** What `ldd` says of a provider that needs these; what else is asked for and found; all else is absent. */
function loader(needed: readonly string[], found: readonly string[] = []): string {
  const line = (name: string): string => `printf '\\t%s => /opt/%s (0x00007f)\\n' ${name} ${name}`;
  const preloaded = found.map((name) => `case "$LD_PRELOAD" in *${name}*) ${line(name)} ;; esac`);
  return [...preloaded, ...needed.map(line)].join("\n");
}

const CUDA_12 = [
  "libcublasLt.so.12",
  "libcublas.so.12",
  "libcurand.so.10",
  "libcufft.so.11",
  "libcudart.so.12",
];
const CUDA_13 = ["libcublasLt.so.13", "libcublas.so.13", "libcurand.so.10", "libcudart.so.13"];

async function packageWithLibraries(t: TestContext): Promise<string> {
  const packageFolder = await installedPackage(t);
  for (const name of CUDA_PROVIDER_FILES) {
    await writeFile(join(bindingFolder(packageFolder), name), smallLibrary(name));
  }
  return packageFolder;
}

test("a machine that has everything is told so, card by card", options, async (t) => {
  const ldd = loader([...CUDA_12, "libcudnn.so.9"]);
  const env = await environmentWith(t, { "nvidia-smi": driver(CARDS), ldd });
  const packageFolder = await packageWithLibraries(t);
  const steps = await checkGpu({ env, packageFolder, tryDevice: works });
  assert.deepEqual(describeSteps(steps).split("\n"), [
    "ok      driver: NVIDIA's driver 550.54.15; cards: 0 NVIDIA H100 (86 GB), 1 NVIDIA L4 (24 GB)",
    `ok      libraries: installed in ${bindingFolder(packageFolder)}`,
    "ok      CUDA and cuDNN: all libraries of CUDA 12 and cuDNN 9 found",
    "ok      trial: cuda:0 NVIDIA H100: a small model ran (3.2 s to open, 0.41 ms a run)",
    "ok      trial: cuda:1 NVIDIA L4: a small model ran (3.2 s to open, 0.41 ms a run)",
    "",
    "Models can run on these 2 devices: media nodes use what their settings allow from their next start on.",
  ]);
});

async function libraryLines(t: TestContext, ldd: string): Promise<string[]> {
  const env = await environmentWith(t, { "nvidia-smi": driver(CARDS), ldd });
  const packageFolder = await packageWithLibraries(t);
  const lines = describeSteps(await checkGpu({ env, packageFolder, tryDevice: works })).split("\n");
  return lines.slice(2, -2);
}

const TRIALS = [
  "ok      trial: cuda:0 NVIDIA H100: a small model ran (3.2 s to open, 0.41 ms a run)",
  "ok      trial: cuda:1 NVIDIA L4: a small model ran (3.2 s to open, 0.41 ms a run)",
];

test(
  "CUDA is told as the version that the provider needs, and cuDNN also where it is loaded later",
  options,
  async (t) => {
    assert.deepEqual(await libraryLines(t, loader(CUDA_13, ["libcudnn.so.9"])), [
      "ok      CUDA and cuDNN: all libraries of CUDA 13 found; cuDNN 9, which is loaded at run time, found",
      ...TRIALS,
    ]);
  },
);

test(
  "a cuDNN that would be loaded later and is not there is missing, and the cards are tried",
  options,
  async (t) => {
    assert.deepEqual(await libraryLines(t, loader(CUDA_13)), [
      "MISSING CUDA and cuDNN: all libraries of CUDA 13 found; no libcudnn.so.9, which is loaded at run time",
      "        Install cuDNN 9 for CUDA 13 from NVIDIA, or name the folder of its libraries in LD_LIBRARY_PATH.",
      ...TRIALS,
    ]);
  },
);

test("a loader that cannot be asked leaves the answer to the trial", options, async (t) => {
  assert.deepEqual(await libraryLines(t, "echo 'no such tool' >&2; exit 1"), [
    "ok      CUDA and cuDNN: not looked at: ldd ended with 1: no such tool",
    ...TRIALS,
  ]);
});

test(
  "a card on which the model does not run is one of the steps, and the others go on",
  options,
  async (t) => {
    const env = await environmentWith(t, {
      "nvidia-smi": driver(CARDS),
      ldd: loader(CUDA_13, ["libcudnn.so.9"]),
    });
    const packageFolder = await packageWithLibraries(t);
    const crashes: GpuMachine["tryDevice"] = (device) =>
      device.uuid === "GPU-aa11"
        ? Promise.resolve({
            failure: "a process that used it was ended by SIGSEGV",
            openMs: null,
            runMs: null,
          })
        : works(device);
    const steps = await checkGpu({ env, packageFolder, tryDevice: crashes });
    assert.deepEqual(
      steps.map(({ isDone }) => isDone),
      [true, true, true, false, true],
    );
    assert.match(describeSteps(steps), /MISSING trial: cuda:0 NVIDIA H100: .* SIGSEGV\n +deploy\/gpu\.md/);
  },
);

test("all that is missing is told at once, and no card is tried before", options, async (t) => {
  const old = CARDS.replaceAll("550.54.15", "470.82.01");
  const env = await environmentWith(t, {
    "nvidia-smi": driver(old),
    ldd: "echo '	libcudnn.so.9 => not found'; echo '	libcublas.so.13 => not found'",
  });
  const tryDevice: GpuMachine["tryDevice"] = () => assert.fail("no card is tried");
  const packageFolder = await packageWithLibraries(t);
  const text = describeSteps(await checkGpu({ env, packageFolder, tryDevice }));
  assert.match(
    text,
    /MISSING driver: NVIDIA's driver 470\.82\.01; .*\n +Install NVIDIA's driver 525 or newer/,
  );
  assert.match(text, /ok +libraries: installed/);
  assert.match(
    text,
    /MISSING CUDA and cuDNN: no libcudnn\.so\.9, no libcublas\.so\.13\n +Install the CUDA 13 runtime and cuDNN 9/,
  );
  assert.match(text, /\n\nNot everything works yet/);
});

test("cards that are hidden or not parted yet are no devices", options, async (t) => {
  const env = await environmentWith(t, { "nvidia-smi": driver(CARDS), ldd: "exit 0" });
  const packageFolder = await packageWithLibraries(t);
  const hidden = { ...env, CUDA_VISIBLE_DEVICES: "-1" };
  const steps = await checkGpu({ env: hidden, packageFolder, tryDevice: works });
  assert.match(describeSteps(steps), /MISSING trial: no device is left by CUDA_VISIBLE_DEVICES and MIG/);
});

test("WebGPU is tried as one device, and libraries that were only installed are said to be that", async () => {
  const machine = { env: {}, packageFolder: "", tryDevice: works };
  const [step] = await checkWebGpu(machine);
  assert.equal(step?.text, "webgpu:0: a small model ran (3.2 s to open, 0.41 ms a run)");
  const installed = { name: "libraries", isDone: true, text: "installed", remedy: null } as const;
  assert.match(describeSteps([installed]), /Installed\. No card was tried\.$/);
});

function run(args: readonly string[], env: NodeJS.ProcessEnv) {
  const command = ["--disable-warning=ExperimentalWarning", COMMAND, ...args];
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, command, { env, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test(
  "the command ends with 1 and what to do where a step fails, and with 64 where it is misused",
  options,
  async (t) => {
    const errors = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.";
    const env = await environmentWith(t, { "nvidia-smi": { answers: {}, errors, exitCode: 9 } });
    const { code, stdout } = await run(["--check"], env);
    assert.equal(code, 1);
    assert.match(stdout, /^MISSING driver: nvidia-smi ended with 9: NVIDIA-SMI has failed/);
    const json = await run(["--check", "--json"], env);
    assert.equal(JSON.parse(json.stdout).steps[0].isDone, false);
    const mixed = await run(["--check", "--from", "/tmp"], env);
    assert.deepEqual([mixed.code, /^--check and --webgpu install nothing/.test(mixed.stderr)], [64, true]);
    assert.equal((await run(["--what"], env)).code, 64);
    assert.match((await run(["--address"], env)).stdout, /^https:\/\/www\.nuget\.org\/api\/v2\/package\//);
  },
);
