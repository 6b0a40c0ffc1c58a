// ONNX Runtime's libraries come by its own installer or from files that were carried over.
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { test } from "node:test";
import {
  carryLibraries,
  fetchLibraries,
  installerEnvironment,
} from "../../../deploy/gpu/install-libraries.ts";
import { libraryPackage } from "../../../deploy/gpu/library-package.ts";
import {
  bindingFolder,
  CUDA_PROVIDER_FILES,
  hasCudaBuild,
  onnxRuntimeFolder,
} from "../../../media-node/onnx/devices/discovery/cuda-libraries.ts";
import { installedPackage, smallLibrary, writePackage } from "../../support/models/library-packages.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const options = { skip: hasCudaBuild() ? false : "ONNX Runtime has no CUDA for this machine" };
const NAMES = libraryPackage(onnxRuntimeFolder()).paths.map((path) => basename(path));

test("the package is the one of the installed onnxruntime-node, with all that its installer takes", async () => {
  const manifest = JSON.parse(await readFile(join(onnxRuntimeFolder(), "package.json"), "utf8"));
  const { name, version, address } = libraryPackage(onnxRuntimeFolder());
  assert.equal(name, "Microsoft.ML.OnnxRuntime.Gpu.Linux");
  assert.equal(version, manifest.version);
  assert.equal(address, `https://www.nuget.org/api/v2/package/${name}/${version}`);
  for (const file of CUDA_PROVIDER_FILES) assert.ok(NAMES.includes(file), file);
});

test("the installer gets the machine's proxy under its own names, unless those are set", () => {
  const env = {
    HTTPS_PROXY: "http://proxy:1",
    no_proxy: "inside",
    npm_config_onnxruntime_node_install: "skip",
  };
  assert.deepEqual(installerEnvironment(env), {
    ...env,
    GLOBAL_AGENT_HTTPS_PROXY: "http://proxy:1",
    GLOBAL_AGENT_NO_PROXY: "inside",
    ONNXRUNTIME_NODE_INSTALL: "true",
  });
  const own = installerEnvironment({ ...env, GLOBAL_AGENT_HTTPS_PROXY: "http://other:2" });
  assert.equal(own.GLOBAL_AGENT_HTTPS_PROXY, "http://other:2");
});

test(
  "the real installer asks NuGet by the machine's proxy, also below npm, and its failure is told",
  options,
  async (t) => {
    const asked: (string | undefined)[] = [];
    const proxy = createServer().on("connect", (request, socket) => {
      asked.push(request.url);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, "127.0.0.1", resolve);
    });
    t.after(() => proxy.close());
    const packageFolder = await installedPackage(t);
    // As npm sets them for a script of the project that has onnxruntime-node installed.
    const env = {
      PATH: process.env.PATH,
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      npm_config_onnxruntime_node_install: "skip",
      npm_config_local_prefix: process.cwd(),
      npm_package_json: join(process.cwd(), "package.json"),
    };
    await assert.rejects(fetchLibraries(packageFolder, env), {
      code: "UNAVAILABLE",
      message: /installer could not fetch Microsoft\.ML\.OnnxRuntime\.Gpu\.Linux .* from NuGet/,
    });
    assert.deepEqual([...new Set(asked)], ["api.nuget.org:443"]);
  },
);

test("a package is installed whole, from its file or from the folder that holds it", options, async (t) => {
  const folder = await temporaryFolder(t);
  const file = writePackage(join(folder, "any-name.nupkg"));
  for (const source of [file, folder]) {
    const packageFolder = await installedPackage(t);
    await carryLibraries(source, packageFolder);
    const installed = await readdir(bindingFolder(packageFolder));
    assert.deepEqual(installed.toSorted(), NAMES.toSorted());
    const [path = ""] = libraryPackage(packageFolder).paths;
    const content = await readFile(join(bindingFolder(packageFolder), basename(path)));
    assert.deepEqual(content, smallLibrary(path));
  }
});

test(
  "a folder with the libraries themselves will do, without those that nobody needs",
  options,
  async (t) => {
    const folder = await temporaryFolder(t);
    for (const name of CUDA_PROVIDER_FILES) await writeFile(join(folder, name), smallLibrary(name));
    const packageFolder = await installedPackage(t);
    await carryLibraries(folder, packageFolder);
    const installed = await readdir(bindingFolder(packageFolder));
    assert.deepEqual(installed.toSorted(), [...CUDA_PROVIDER_FILES].sort());
  },
);

test(
  "what is no such package, or damaged, is refused with the reason and installs nothing",
  options,
  async (t) => {
    const folder = await temporaryFolder(t);
    const packageFolder = await installedPackage(t);
    const refuses = async (source: string, message: RegExp): Promise<void> => {
      await assert.rejects(carryLibraries(source, packageFolder), { code: "INVALID_REQUEST", message });
      assert.deepEqual(await readdir(bindingFolder(packageFolder)), []);
    };
    await refuses(join(folder, "absent"), /^There is no .*absent\.$/);
    await refuses(
      writePackage(join(folder, "old.nupkg"), { version: "1.20.0" }),
      /Gpu\.Linux 1\.20\.0; needed is/,
    );
    await refuses(
      writePackage(join(folder, "empty.nupkg"), { libraries: {} }),
      /has no libonnxruntime_providers_/,
    );
    const paths = libraryPackage(packageFolder).paths;
    const windows = Object.fromEntries(paths.map((path) => [path, Buffer.from("MZ, a library of Windows")]));
    await refuses(
      writePackage(join(folder, "windows.nupkg"), { libraries: windows }),
      /no library for Linux on x86-64/,
    );
    await writeFile(join(folder, "page.nupkg"), "<html>Sign in to the network</html>");
    await refuses(join(folder, "page.nupkg"), /cannot be read as an archive/);
    const bytes = await readFile(writePackage(join(folder, "damaged.nupkg")));
    const at = bytes.indexOf(paths[0] ?? "") + 120;
    bytes.fill(0xff, at, at + 20);
    await writeFile(join(folder, "damaged.nupkg"), bytes);
    await refuses(join(folder, "damaged.nupkg"), /is damaged: fetch the package again/);
    await mkdir(join(folder, "nothing"));
    await refuses(join(folder, "nothing"), /has no libonnxruntime_providers_shared\.so, no lib/);
  },
);
