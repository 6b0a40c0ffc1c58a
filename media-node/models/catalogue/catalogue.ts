// The models that can be installed by name: what each is for, under which licence, where its files are, and which files
// exactly. Sizes and hashes stand here only where they are known for certain; null means that the size is asked of the
// server and the hash is recorded by the first download (trust on first use), never that nothing is checked. Revisions
// are exact wherever one is known, so that a file cannot change under its name.
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { IMAGE_MODELS } from "./catalogue-image.ts";
import { IMAGE_TOOL_MODELS } from "./catalogue-image-tools.ts";
import { PARAKEET_MODELS } from "./catalogue-parakeet.ts";
import { SENSING_MODELS } from "./catalogue-sensing.ts";
import { TEXT_MODELS } from "./catalogue-text.ts";
import { VOICE_AND_FACE_MODELS } from "./catalogue-voices-and-faces.ts";
import { WHISPER_MODELS } from "./catalogue-whisper.ts";

export const CATALOGUE: readonly CatalogueEntry[] = [
  ...PARAKEET_MODELS,
  ...WHISPER_MODELS,
  ...VOICE_AND_FACE_MODELS,
  ...TEXT_MODELS,
  ...SENSING_MODELS,
  ...IMAGE_MODELS,
  ...IMAGE_TOOL_MODELS,
];
