// The libraries behind CUDA, asked of the system's own loader.
import assert from "node:assert/strict";
import { access, copyFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  bindingFolder,
  CUDA_PROVIDER_FILES,
  findCudaLibraries,
  unresolvedOf,
} from "../../../../../media-node/onnx/devices/discovery/cuda-libraries.ts";
import { environmentWith } from "../../../../support/media-node/fake-programs.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

const [SHARED, CUDA] = CUDA_PROVIDER_FILES;

test("the folder is that of the binding which this process loads", async () => {
  await access(join(bindingFolder(), "onnxruntime_binding.node"));
});

test("files that are not installed are named", async (t) => {
  const folder = await temporaryFolder(t);
  assert.deepEqual((await findCudaLibraries(folder)).absentFiles, [SHARED, CUDA]);
  await writeFile(join(folder, SHARED), "");
  assert.deepEqual((await findCudaLibraries(folder)).absentFiles, [CUDA]);
});

test("what the loader does not find is named, by a real library that lacks its neighbour", {
  skip: process.platform !== "linux",
}, async (t) => {
  const folder = await temporaryFolder(t);
  const binding = join(bindingFolder(), "onnxruntime_binding.node");
  await copyFile(binding, join(folder, SHARED));
  await copyFile(binding, join(folder, CUDA));
  const { absentFiles, unresolved, cudaVersion, problem } = await findCudaLibraries(folder);
  assert.deepEqual(
    { absentFiles, unresolved, cudaVersion, problem },
    { absentFiles: [], unresolved: ["libonnxruntime.so.1"], cudaVersion: null, problem: null },
  );
  const env = { ...process.env, LD_LIBRARY_PATH: bindingFolder() };
  assert.deepEqual((await findCudaLibraries(folder, env)).unresolved, []);
});

test("a cuDNN that the provider does not name is looked for where the provider would load it from", {
  skip: process.platform !== "linux",
}, async (t) => {
  const folder = await temporaryFolder(t);
  const binding = join(bindingFolder(), "onnxruntime_binding.node");
  for (const name of CUDA_PROVIDER_FILES) await copyFile(binding, join(folder, name));
  const other = await temporaryFolder(t);
  await symlink(join(bindingFolder(), "libonnxruntime.so.1"), join(other, "libcudnn.so.9"));
  const env = { ...process.env, LD_LIBRARY_PATH: [other, bindingFolder()].join(":") };
  const { unresolved, cudnn } = await findCudaLibraries(folder, env);
  assert.deepEqual({ unresolved, cudnn }, { unresolved: [], cudnn: "found" });
});

test("a cuDNN is absent where the loader does not find it, and said of nobody where the provider names it", async (t) => {
  const folder = await temporaryFolder(t);
  for (const name of CUDA_PROVIDER_FILES) await writeFile(join(folder, name), "");
  const cudnnBy = async (ldd: string): Promise<unknown> => {
    const { cudaVersion, cudnn } = await findCudaLibraries(folder, await environmentWith(t, { ldd }));
    return [cudaVersion, cudnn];
  };
  const cuda = "echo '	libcudart.so.13 => /opt/libcudart.so.13 (0x00007f)'";
  assert.deepEqual(await cudnnBy(cuda), [13, "absent"]);
  assert.deepEqual(await cudnnBy(`${cuda}; echo '	libcudnn.so.9 => not found'`), [13, "named"]);
  assert.deepEqual(await cudnnBy(`test "$LD_PRELOAD" = '' || exit 127; ${cuda}`), [13, "absent"]);
});

test("a library that the loader cannot read is a problem", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, SHARED), "not a library");
  await writeFile(join(folder, CUDA), "not a library");
  const env = await environmentWith(t, { ldd: "echo 'not a dynamic executable' >&2; exit 1" });
  const { unresolved, problem } = await findCudaLibraries(folder, env);
  assert.deepEqual(unresolved, []);
  assert.equal(problem, "ldd ended with 1: not a dynamic executable");
});

test("only what is not found is missing", () => {
  const list = [
    "\tlinux-vdso.so.1 (0x00007ffd)",
    "\tlibcublas.so.12 => not found",
    "\tlibcudnn.so.9 => not found",
    "\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f2a)",
  ];
  assert.deepEqual(unresolvedOf(list.join("\n")), ["libcublas.so.12", "libcudnn.so.9"]);
});
