// `npm run gpu-setup`: makes models run on this machine's NVIDIA cards. It installs ONNX Runtime's libraries, which npm
// does not carry, looks for what NVIDIA has to be installed from, and runs a small model on each card. Results go to
// standard output, the installer's progress to standard error.
import "../shared/process/check-node.ts";
import { parseArgs } from "node:util";
import {
  bindingFolder,
  findCudaLibraries,
  hasCudaBuild,
  onnxRuntimeFolder,
} from "../media-node/onnx/devices/discovery/cuda-libraries.ts";
import { tryDevice } from "../media-node/onnx/devices/discovery/try-device.ts";
import { AppError } from "../shared/errors.ts";
import { EXIT_USAGE, isUsageError, UsageError } from "../shared/process/usage-error.ts";
import { checkGpu, checkWebGpu, describeSteps, type Step } from "./gpu/check-gpu.ts";
import { carryLibraries, fetchLibraries } from "./gpu/install-libraries.ts";
import { libraryPackage } from "./gpu/library-package.ts";

const USAGE = [
  "Usage: npm run gpu-setup -- [--check | --install-only | --webgpu] [--from FOLDER_OR_NUPKG] [--json]",
  "  --check         looks only, changes nothing",
  "  --install-only  installs ONNX Runtime's libraries and tries nothing: for building images of containers",
  "  --from PATH     installs from the package that --address names, or from a folder with it or with its libraries",
  "  --webgpu        tries WebGPU instead, which needs no installation",
  "  --address       prints where the package is, to fetch it on another machine",
].join("\n");

interface Options {
  readonly check: boolean;
  readonly installOnly: boolean;
  readonly webgpu: boolean;
  readonly from: string | undefined;
}

/** Libraries that are there are left as they are, unless files to install were named: a node may have them loaded. */
async function install({ check, from }: Options, packageFolder: string): Promise<void> {
  if (check) return;
  if (from !== undefined) return await carryLibraries(from, packageFolder);
  const { absentFiles } = await findCudaLibraries(bindingFolder(packageFolder));
  if (absentFiles.length === 0) return;
  const { name, version } = libraryPackage(packageFolder);
  console.error(`Fetching ${name} ${version} from NuGet, which may take a while:`);
  await fetchLibraries(packageFolder, process.env).catch((error: unknown) => {
    const { address } = libraryPackage(packageFolder);
    const advice = `Without internet, fetch ${address} elsewhere and run npm run gpu-setup -- --from FILE.`;
    console.error(error instanceof AppError ? `${error.message} ${advice}` : error);
  });
}

async function stepsOf(options: Options): Promise<Step[]> {
  const packageFolder = onnxRuntimeFolder();
  const machine = { env: process.env, packageFolder, tryDevice };
  if (options.webgpu) return await checkWebGpu(machine);
  await install(options, packageFolder);
  const steps = await checkGpu(machine);
  return options.installOnly ? steps.filter(({ name }) => name === "libraries") : steps;
}

async function setUp(options: Options, isJson: boolean): Promise<number> {
  if (!options.webgpu && !hasCudaBuild()) {
    console.error(
      `ONNX Runtime has CUDA for Node on Linux with x86-64 alone, not for ${process.platform} on ${process.arch}. deploy/gpu.md has the way with WebGPU.`,
    );
    return 1;
  }
  const steps = await stepsOf(options);
  console.log(isJson ? JSON.stringify({ steps }) : describeSteps(steps));
  return steps.every(({ isDone }) => isDone) ? 0 : 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean", default: false },
      "install-only": { type: "boolean", default: false },
      webgpu: { type: "boolean", default: false },
      from: { type: "string" },
      address: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const isChange = values.from !== undefined || values["install-only"];
  if (values.help) {
    console.error(USAGE);
    return 0;
  }
  if ((values.check || values.webgpu) && isChange)
    throw new UsageError("--check and --webgpu install nothing: leave --install-only and --from out.");
  if (values.address) {
    console.log(libraryPackage(onnxRuntimeFolder()).address);
    return 0;
  }
  return await setUp(
    {
      check: values.check,
      installOnly: values["install-only"],
      webgpu: values.webgpu,
      from: values.from,
    },
    values.json,
  );
}

process.exitCode = await main().catch((error: unknown) => {
  const isUsage = isUsageError(error);
  console.error(isUsage || error instanceof AppError ? error.message : error);
  return isUsage ? EXIT_USAGE : 1;
});
