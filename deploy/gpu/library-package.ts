// Which of ONNX Runtime's libraries its installer would fetch for NVIDIA's cards, by the installer's own lists, and how
// they come out of its package: a file of NuGet, which is a ZIP archive. Both are read with what the installer itself
// brings along, so that a new version of onnxruntime-node needs no change here. The installer knows no hashes; what can be
// checked is the package's name and version, the archive's checksums, and that each library is one for this machine.
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { CUDA_PROVIDER_FILES } from "../../media-node/onnx/devices/discovery/cuda-libraries.ts";
import { AppError } from "../../shared/errors.ts";

/** Of the installer's lists. */
const MANIFEST = "linux/x64:cuda12";

export interface LibraryPackage {
  /** Of NuGet. */
  readonly name: string;
  readonly version: string;
  /** What to save for a machine without internet. */
  readonly address: string;
  /** Each library's path in the package. */
  readonly paths: readonly string[];
}

interface InstallMetadata {
  readonly manifests: Readonly<Record<string, Readonly<Record<string, { package: string; path: string }>>>>;
  readonly packages: Readonly<Record<string, { name: string; versions: readonly { version: string }[] }>>;
}

interface ZipEntry {
  readonly entryName: string;
  /** @throws where the content has another checksum than the archive says */
  getData(): Buffer;
}

type Zip = new (path: string) => { getEntries(): readonly ZipEntry[] };

function requireFrom(packageFolder: string): NodeJS.Require {
  return createRequire(join(packageFolder, "package.json"));
}

/** What the installer of this onnxruntime-node would fetch. */
export function libraryPackage(packageFolder: string): LibraryPackage {
  const metadata = requireFrom(packageFolder)("./script/install-metadata.js") as InstallMetadata;
  const files = Object.values(metadata.manifests[MANIFEST] ?? {});
  const { name, versions } = metadata.packages[files[0]?.package ?? ""] ?? { name: "", versions: [] };
  const [{ version } = { version: "" }] = versions;
  return {
    name,
    version,
    address: `https://www.nuget.org/api/v2/package/${name}/${version}`,
    paths: files.map(({ path }) => path),
  };
}

/** 64-bit, little-endian, x86-64: the first bytes of every library that this machine can load (elf(5)). */
function isLibrary(content: Uint8Array): boolean {
  const [machineAt, x86] = [18, 62];
  const magic = [0x7f, 0x45, 0x4c, 0x46, 2, 1];
  return magic.every((byte, index) => content[index] === byte) && content[machineAt] === x86;
}

function declared(nuspec: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>\\s*([^<\\s]+)\\s*</${tag}>`, "i").exec(nuspec)?.[1];
}

function openArchive(file: string, packageFolder: string): readonly ZipEntry[] {
  const AdmZip = requireFrom(packageFolder)("adm-zip") as Zip;
  try {
    return new AdmZip(file).getEntries();
  } catch (cause) {
    throw new AppError(
      "INVALID_REQUEST",
      `${file} is no package of NuGet: it cannot be read as an archive.`,
      {
        cause,
      },
    );
  }
}

function contentOf(entry: ZipEntry, file: string): Buffer {
  try {
    return entry.getData();
  } catch (cause) {
    const message = `${entry.entryName} in ${file} is damaged: fetch the package again.`;
    throw new AppError("INVALID_REQUEST", message, { cause });
  }
}

/**
 * The libraries in a file of NuGet, by their file names.
 * @throws AppError INVALID_REQUEST that says what is wrong with the file
 */
export function readLibraryPackage(file: string, packageFolder: string): Map<string, Buffer> {
  const wanted = libraryPackage(packageFolder);
  const entries = openArchive(file, packageFolder);
  const nuspec = entries.find(({ entryName }) => /^[^/]+\.nuspec$/.test(entryName));
  const text = nuspec === undefined ? "" : contentOf(nuspec, file).toString("utf8");
  const [name, version] = [declared(text, "id"), declared(text, "version")];
  if (name?.toLowerCase() !== wanted.name.toLowerCase() || version !== wanted.version) {
    const found = name === undefined ? "no package of NuGet" : `${name} ${version}`;
    throw new AppError("INVALID_REQUEST", `${file} is ${found}; needed is ${wanted.name} ${wanted.version}.`);
  }
  const libraries = new Map<string, Buffer>();
  for (const path of wanted.paths) {
    const entry = entries.find(({ entryName }) => entryName === path);
    if (entry !== undefined) libraries.set(basename(path), contentOf(entry, file));
  }
  checkLibraries(libraries, file);
  return libraries;
}

/** @throws AppError INVALID_REQUEST where one is missing or is none for this machine */
export function checkLibraries(libraries: ReadonlyMap<string, Uint8Array>, source: string): void {
  const missing = CUDA_PROVIDER_FILES.filter((name) => !libraries.has(name));
  if (missing.length > 0) {
    throw new AppError("INVALID_REQUEST", `${source} has no ${missing.join(", no ")}.`);
  }
  for (const [name, content] of libraries) {
    if (isLibrary(content)) continue;
    throw new AppError("INVALID_REQUEST", `${name} in ${source} is no library for Linux on x86-64.`);
  }
}
