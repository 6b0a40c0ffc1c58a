// Which of ONNX Runtime's providers a node may use, as its operator said. Without a word of theirs (auto) the node looks
// what there is; a provider that they name must be there. WebGPU is not tried on Linux unless it is named: there it is
// experimental (two sessions at once can crash a process, microsoft/onnxruntime#32561), and a machine without a GPU may
// have a Vulkan driver that computes on the CPU, slower than the CPU's own provider.
import type { ExecutionProvider } from "../execution-providers.ts";

export interface ProviderChoice {
  /** Whether the operator named them: then each must be there. */
  readonly isExplicit: boolean;
  /** In the order in which they are tried. */
  readonly providers: readonly ExecutionProvider[];
}

/** What `auto` stands for on a system (a name of `process.platform`). */
export function automaticChoice(platform: NodeJS.Platform = process.platform): ProviderChoice {
  return { isExplicit: false, providers: platform === "linux" ? ["cuda", "cpu"] : ["webgpu", "cpu"] };
}

/**
 * The providers that the operator names, in that order, each once. A node ends its start where one of them
 * cannot be had.
 */
export function explicitChoice(providers: readonly ExecutionProvider[]): ProviderChoice {
  return { isExplicit: true, providers: [...new Set(providers)] };
}
