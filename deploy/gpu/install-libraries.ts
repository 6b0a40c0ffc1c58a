// Puts ONNX Runtime's libraries for NVIDIA's cards beside its binding: by its own installer, which fetches them from
// NuGet, or from files that were carried over. Each library appears whole or not at all.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { bindingFolder } from "../../media-node/onnx/devices/discovery/cuda-libraries.ts";
import { AppError } from "../../shared/errors.ts";
import { HOUR } from "../../shared/limits/units.ts";
import { checkLibraries, libraryPackage, readLibraryPackage } from "./library-package.ts";

/** The package is large, and the installer has no time limits of its own. */
const INSTALL_TIMEOUT_MS = 2 * HOUR;

/**
 * The installer's settings. npm hands a script of ours the `skip` of .npmrc, which `true` overrides; the documented
 * `cuda12` does not (1.30.0): its parser drops it, and the installer then ends at once inside a project, as if done. For
 * Linux on x86-64 `true` is CUDA 12. A proxy is read under names of the installer's own, elsewhere in this project under
 * the usual ones.
 */
export function installerEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const http = env.HTTP_PROXY ?? env.http_proxy;
  const https = env.HTTPS_PROXY ?? env.https_proxy;
  const none = env.NO_PROXY ?? env.no_proxy;
  return {
    ...(http === undefined ? {} : { GLOBAL_AGENT_HTTP_PROXY: http }),
    ...(https === undefined ? {} : { GLOBAL_AGENT_HTTPS_PROXY: https }),
    ...(none === undefined ? {} : { GLOBAL_AGENT_NO_PROXY: none }),
    ...env,
    ONNXRUNTIME_NODE_INSTALL: "true",
  };
}

/**
 * Runs the installer; what it says goes to our error output.
 * @throws AppError UNAVAILABLE where it fails
 */
export async function fetchLibraries(packageFolder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const script = join(packageFolder, "script", "install.js");
  const child = spawn(process.execPath, [script], {
    env: installerEnvironment(env),
    stdio: ["ignore", 2, 2],
    timeout: INSTALL_TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const [exitCode] = (await once(child, "exit")) as [number | null];
  if (exitCode === 0) return;
  const { name, version } = libraryPackage(packageFolder);
  throw new AppError(
    "UNAVAILABLE",
    `ONNX Runtime's installer could not fetch ${name} ${version} from NuGet.`,
  );
}

async function librariesOf(source: string, packageFolder: string): Promise<Map<string, Buffer>> {
  const facts = await stat(source).catch(() => undefined);
  if (facts === undefined) throw new AppError("INVALID_REQUEST", `There is no ${source}.`);
  if (!facts.isDirectory()) return readLibraryPackage(source, packageFolder);
  const names = await readdir(source);
  const archive = names.find((name) => name.toLowerCase().endsWith(".nupkg"));
  if (archive !== undefined) return readLibraryPackage(join(source, archive), packageFolder);
  const wanted = libraryPackage(packageFolder).paths.map((path) => basename(path));
  const libraries = new Map<string, Buffer>();
  for (const name of wanted.filter((each) => names.includes(each))) {
    libraries.set(name, await readFile(join(source, name)));
  }
  checkLibraries(libraries, source);
  return libraries;
}

async function putLibrary(path: string, content: Buffer): Promise<void> {
  const part = `${path}.part`;
  try {
    await writeFile(part, content, { mode: 0o644 });
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true });
    throw new AppError("UNAVAILABLE", `${path} could not be written: ${String(cause)}`, { cause });
  }
}

/**
 * Installs from a folder with the libraries or the package, or from the package itself.
 * @throws AppError that says what is wrong with it
 */
export async function carryLibraries(source: string, packageFolder: string): Promise<void> {
  const libraries = await librariesOf(source, packageFolder);
  for (const [name, content] of libraries) {
    await putLibrary(join(bindingFolder(packageFolder), name), content);
  }
}
