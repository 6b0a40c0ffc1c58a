// What to do where a machine lacks something that models on NVIDIA's cards need. A media node says it in its log, and
// `npm run gpu-setup` for each of its steps: in one place, so that both say the same.
import { type CudaLibraries, cudaName } from "./cuda-libraries.ts";

export const INSTALL_DRIVER =
  "Install NVIDIA's driver; in a container, start it with the NVIDIA Container Toolkit (deploy/gpu.md).";

export const INSTALL_LIBRARIES =
  "Run npm run gpu-setup, which installs them; without internet, npm run gpu-setup -- --from FILE (deploy/gpu.md).";

/** Where the loader does not find libraries of CUDA, or does not find cuDNN beside them. */
export function installCuda(libraries: Pick<CudaLibraries, "cudaVersion">): string {
  return `Install the ${cudaName(libraries)} runtime and cuDNN 9 from NVIDIA, or name the folders of their libraries in LD_LIBRARY_PATH (deploy/gpu.md).`;
}
