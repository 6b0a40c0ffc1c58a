// What ONNX Runtime needs to compute on NVIDIA's cards: its provider's libraries, which npm does not carry (they lie
// beside the binding once `npm run gpu-setup` has put them there), and the libraries of CUDA 12 and cuDNN 9 that those
// are linked against. The system's own loader is asked for the latter (ldd), because only it knows all the places:
// LD_LIBRARY_PATH, its cache, and the paths inside the files.
import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { askProgram, failureText } from "./ask-program.ts";

/** Opens the others; a session with CUDA loads them in this order. */
export const CUDA_PROVIDER_FILES = [
  "libonnxruntime_providers_shared.so",
  "libonnxruntime_providers_cuda.so",
] as const;

const FOLDERS_BELOW = ["bin", "napi-v6", process.platform, process.arch];

/** The folder of the installed package onnxruntime-node; absolute. */
export function onnxRuntimeFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("onnxruntime-node/package.json"));
}

/** Where the binding for this machine lies in that package, and its providers' libraries beside it. */
export function bindingFolder(packageFolder: string = onnxRuntimeFolder()): string {
  return join(packageFolder, ...FOLDERS_BELOW);
}

/** Whether ONNX Runtime's maker builds its CUDA provider for Node on such a machine. */
export function hasCudaBuild(platform = process.platform, arch: string = process.arch): boolean {
  return platform === "linux" && arch === "x64";
}

export interface CudaLibraries {
  /** Of the provider's own files, those that are not installed. */
  readonly absentFiles: readonly string[];
  /** Names of libraries that the installed ones need and the loader does not find, such as "libcudnn.so.9". */
  readonly unresolved: readonly string[];
  /** Why the loader could not be asked; null where it answered. */
  readonly problem: string | null;
}

/** The libraries that a list by ldd marks as not found. */
export function unresolvedOf(list: string): string[] {
  return [...list.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name = ""]) => name);
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
  if (absentFiles.length > 0) return { absentFiles, unresolved: [], problem: null };
  const args = CUDA_PROVIDER_FILES.map((name) => join(folder, name));
  const answer = await askProgram({ command: "ldd", args, env: { ...env, LC_ALL: "C" } });
  if (answer.outcome === "absent") return { absentFiles, unresolved: [], problem: "there is no ldd" };
  if (answer.outcome === "stuck") return { absentFiles, unresolved: [], problem: answer.reason };
  const unresolved = [...new Set(unresolvedOf(answer.output))];
  const isFailed = answer.exitCode !== 0 && unresolved.length === 0;
  return { absentFiles, unresolved, problem: isFailed ? `ldd ${failureText(answer)}` : null };
}
