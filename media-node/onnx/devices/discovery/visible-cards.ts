// Which cards CUDA may show to this process: CUDA_VISIBLE_DEVICES of the node's own environment holds for it as for any
// program (CUDA C++ Programming Guide, "CUDA Environment Variables"): numbers or beginnings of UUIDs, in the order in
// which CUDA counts them, up to the first that names nothing. Numbers are read as nvidia-smi counts, by PCI bus; CUDA
// counts so only with CUDA_DEVICE_ORDER=PCI_BUS_ID, and else the fastest first, which differs where cards differ.
import type { FoundDevice } from "./found-device.ts";

/** Variables by which a process sees one device alone. */
export function showOnly({
  provider,
  index,
  uuid,
}: Pick<FoundDevice, "provider" | "index" | "uuid">): Record<string, string> {
  return provider === "cuda" ? { CUDA_VISIBLE_DEVICES: uuid ?? String(index) } : {};
}

/** What the variable leaves of the devices, in its order; all where it is not set. */
export function visibleCards<T extends { readonly index: number; readonly uuid: string }>(
  cards: readonly T[],
  variable: string | undefined,
): T[] {
  if (variable === undefined) return [...cards];
  const visible: T[] = [];
  for (const name of variable.split(",").map((text) => text.trim())) {
    const card = /^\d+$/.test(name)
      ? cards.find(({ index }) => index === Number(name))
      : cards.find(({ uuid }) => name.length > "GPU-".length && uuid.startsWith(name));
    if (card === undefined || visible.includes(card)) break;
    visible.push(card);
  }
  return visible;
}
