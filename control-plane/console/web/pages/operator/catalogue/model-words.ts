// How models and the nodes that have them are named to operators.
import type { CatalogueModelView, ModelsFolderView } from "../../../../api-types/operator-models.ts";
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
export function nameOfModelKind(kind: string): string {
  return KINDS[kind] ?? kind.replaceAll("-", " ");
}

/** The machines of a folder's nodes; those that share one say so. */
export function nameOfFolder({ nodes }: Pick<ModelsFolderView, "nodes">): string {
  const hosts = [...new Set(nodes.map(({ host }) => host))].join(", ");
  return nodes.length > 1 ? `${hosts} (one models folder)` : hosts;
}

/** 670 MB; what is known of a few files alone would mislead. */
export function sizeOf({
  sizeBytes,
  isWholeSize,
}: Pick<CatalogueModelView, "sizeBytes" | "isWholeSize">): string {
  return sizeBytes === null || !isWholeSize ? "Unknown" : formatBytes(sizeBytes);
}

/** The size of several together, such as "at least 2.4 GiB"; null where nothing is known. */
export function sizeOfAll(models: readonly CatalogueModelView[]): string | null {
  const whole = models.filter(({ isWholeSize }) => isWholeSize);
  const bytes = whole.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  if (bytes === 0) return null;
  return whole.length === models.length ? formatBytes(bytes) : `at least ${formatBytes(bytes)}`;
}
