// What ONNX Runtime needs to compute on NVIDIA's cards: its provider's libraries, which npm does not carry (they lie
// beside the binding once `npm run gpu-setup` has put them there), and the libraries of CUDA and cuDNN 9 that those are
// linked against, or load at run time. The system's own loader is asked for the latter (ldd), because only it knows all
// the places: LD_LIBRARY_PATH, its cache, and the paths inside the files. Which CUDA it has to be is for the provider's
// build to say: releases and packages differ.
import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Answer, askProgram, failureText } from "./ask-program.ts";

/** Opens the others; a session with CUDA loads them in this order. */
export const CUDA_PROVIDER_FILES = [
  "libonnxruntime_providers_shared.so",
  "libonnxruntime_providers_cuda.so",
] as const;

/** Newer builds of the provider do not name it and load it with their first operator that wants it (ONNX Runtime #29252). */
export const CUDNN_FILE = "libcudnn.so.9";

const FOLDERS_BELOW = ["bin", "napi-v6", process.platform, process.arch];

/** The folder of the installed package onnxruntime-node; absolute. */
export function onnxRuntimeFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("onnxruntime-node/package.json"));
}

/** Where the binding for this machine lies in that package, and its providers' libraries beside it. */
export function bindingFolder(packageFolder: string = onnxRuntimeFolder()): string {
  return join(packageFolder, ...FOLDERS_BELOW);
}

/** Whether ONNX Runtime's maker builds its CUDA provider for Node on this machine. */
export function hasCudaBuild(): boolean {
  return process.platform === "linux" && process.arch === "x64";
}

export interface CudaLibraries {
  /** Of the provider's own files, those that are not installed. */
  readonly absentFiles: readonly string[];
  /** Names of libraries that the installed ones need and the loader does not find, such as "libcudnn.so.9". */
  readonly unresolved: readonly string[];
  /** The major version of CUDA that the provider was built for; null where nothing that it needs tells. */
  readonly cudaVersion: number | null;
  /** Whether the provider names cuDNN as needed, so that it would be among the unresolved, or would find it later. */
  readonly cudnn: "named" | "found" | "absent" | "unknown";
  /** Why the loader could not be asked; null where it answered. */
  readonly problem: string | null;
}

/** The libraries that a list by ldd marks as not found. */
export function unresolvedOf(list: string): string[] {
  return [...list.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name = ""]) => name);
}

/** Of a list by ldd. The other libraries of CUDA count their versions apart from it. */
function cudaVersionOf(list: string): number | null {
  const version = /^\s*libcu(?:dart|blas|blasLt)\.so\.(\d+)/m.exec(list)?.[1];
  return version === undefined ? null : Number(version);
}

/** The CUDA to install for such libraries. */
export function cudaName({ cudaVersion }: Pick<CudaLibraries, "cudaVersion">): string {
  return cudaVersion === null ? "CUDA" : `CUDA ${cudaVersion}`;
}

function askLoader(folder: string, env: NodeJS.ProcessEnv): Promise<Answer> {
  const args = CUDA_PROVIDER_FILES.map((name) => join(folder, name));
  return askProgram({ command: "ldd", args, env: { ...env, LC_ALL: "C" } });
}

/**
 * What is loaded before the provider is looked for in all the places in which the provider would find it. Where that has
 * what it needs itself, the loader lists it; else it leaves it out or ends.
 */
async function findCudnn(folder: string, env: NodeJS.ProcessEnv): Promise<CudaLibraries["cudnn"]> {
  const preloaded = [env.LD_PRELOAD, CUDNN_FILE].filter((name) => name !== undefined && name !== "");
  const answer = await askLoader(folder, { ...env, LD_PRELOAD: preloaded.join(":") });
  if (answer.outcome !== "ended") return "unknown";
  return answer.output.includes(`${CUDNN_FILE} => /`) ? "found" : "absent";
}

/** Looks into the folder of the binding; never rejects. */
export async function findCudaLibraries(
  folder: string = bindingFolder(),
  env: NodeJS.ProcessEnv = process.env,
): Promise<CudaLibraries> {
  const isThere = await Promise.all(
    CUDA_PROVIDER_FILES.map((name) =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  const absentFiles = CUDA_PROVIDER_FILES.filter((_, index) => isThere[index] !== true);
  const unknown = { absentFiles, unresolved: [], cudaVersion: null, cudnn: "unknown" } as const;
  if (absentFiles.length > 0) return { ...unknown, problem: null };
  const answer = await askLoader(folder, env);
  if (answer.outcome === "absent") return { ...unknown, problem: "there is no ldd" };
  if (answer.outcome === "stuck") return { ...unknown, problem: answer.reason };
  const unresolved = [...new Set(unresolvedOf(answer.output))];
  if (answer.exitCode !== 0 && unresolved.length === 0) {
    return { ...unknown, problem: `ldd ${failureText(answer)}` };
  }
  const isNamed = /^\s*libcudnn\.so\.\d+ => /m.test(answer.output);
  const cudnn = isNamed ? "named" : await findCudnn(folder, env);
  return { absentFiles, unresolved, cudaVersion: cudaVersionOf(answer.output), cudnn, problem: null };
}
