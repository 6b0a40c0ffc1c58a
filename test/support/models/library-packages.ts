// Packages of NuGet as they come with ONNX Runtime's libraries, with small files in their place, and an installed
// onnxruntime-node to put them into.
import { readFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { libraryPackage } from "../../../deploy/gpu/library-package.ts";
import {
  bindingFolder,
  onnxRuntimeFolder,
} from "../../../media-node/onnx/devices/discovery/cuda-libraries.ts";
import { temporaryFolder } from "../temporary-folder.ts";

interface ZipWriter {
  addFile(name: string, content: Buffer): void;
  writeZip(path: string): void;
}

const require = createRequire(join(onnxRuntimeFolder(), "package.json"));

/** The first bytes of a library that this machine loads, and a mark. */
export function smallLibrary(mark: string): Buffer {
  const head = readFileSync(join(bindingFolder(), "onnxruntime_binding.node")).subarray(0, 64);
  return Buffer.concat([head, Buffer.from(mark)]);
}

/** A package's folder whose installer is the real one, and whose binding has no libraries of CUDA. */
export async function installedPackage(t: TestContext): Promise<string> {
  const [folder, real] = [await temporaryFolder(t), onnxRuntimeFolder()];
  await symlink(join(real, "script"), join(folder, "script"));
  await symlink(dirname(real), join(folder, "node_modules"));
  await mkdir(bindingFolder(folder), { recursive: true });
  return folder;
}

export interface PackageContent {
  readonly version?: string;
  /** By their paths in the package; what the installer wants where not given. */
  readonly libraries?: Readonly<Record<string, Buffer>>;
}

/** Writes a package and returns its path. */
export function writePackage(path: string, content: PackageContent = {}): string {
  const wanted = libraryPackage(onnxRuntimeFolder());
  const Zip = require("adm-zip") as new () => ZipWriter;
  const zip = new Zip();
  const { version = wanted.version } = content;
  const nuspec = `<package><metadata><id>${wanted.name}</id><version>${version}</version></metadata></package>`;
  zip.addFile(`${wanted.name}.nuspec`, Buffer.from(nuspec));
  const usual = Object.fromEntries(wanted.paths.map((each) => [each, smallLibrary(each)]));
  for (const [name, bytes] of Object.entries(content.libraries ?? usual)) zip.addFile(name, bytes);
  zip.writeZip(path);
  return path;
}
