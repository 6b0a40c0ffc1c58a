// How models and the nodes that have them are named to operators.
import type { CatalogModelView, ModelsFolderView } from "../../../../api-types/operator-models.ts";
import { formatBytes } from "../../../ui/format.ts";

const KINDS: Readonly<Record<string, string>> = {
  "speech-recognition": "Speech",
  "voice-activity": "Voice activity",
  "face-detection": "Faces",
  "audio-events": "Laughter and applause",
  "image-text": "What frames show",
  "sentence-embedding": "Meaning of words",
  "image-generation": "Images from prompts",
  "image-upscaling": "Larger images",
  "background-removal": "Cutting out",
};

/** What a model is for, in a word or two. */
export function nameOfKind(kind: string): string {
  return KINDS[kind] ?? kind.replaceAll("-", " ");
}

/** The machines of a folder's nodes; those that share one say so. */
export function nameOfFolder({ nodes }: Pick<ModelsFolderView, "nodes">): string {
  const hosts = [...new Set(nodes.map(({ host }) => host))].join(", ");
  return nodes.length > 1 ? `${hosts} (one models folder)` : hosts;
}

/** 670 MB, at least 40 MB, or that nobody knows before the hub is asked. */
export function sizeOf({
  sizeBytes,
  isWholeSize,
}: Pick<CatalogModelView, "sizeBytes" | "isWholeSize">): string {
  if (sizeBytes === null) return "Not known yet";
  return isWholeSize ? formatBytes(sizeBytes) : `At least ${formatBytes(sizeBytes)}`;
}

/** The size of several together. */
export function sizeOfAll(models: readonly CatalogModelView[]): string {
  const known = models.flatMap(({ sizeBytes }) => (sizeBytes === null ? [] : [sizeBytes]));
  const isWholeSize = models.every((model) => model.isWholeSize);
  return sizeOf({ sizeBytes: known.length === 0 ? null : known.reduce((a, b) => a + b, 0), isWholeSize });
}
