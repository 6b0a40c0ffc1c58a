// How templates' previews are made, by what their model does: an input becomes files in a scratch folder, of which the
// first is what the template is shown by. A capability that has a maker here stands in PREVIEWED_CAPABILITIES too.
import { join } from "node:path";
import { readReelTemplate } from "../../shared/reel-template.ts";
import type { ModelCapability } from "../../shared/schemas/model.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import type { PreviewFile, PreviewRequest } from "../../shared/template-previews.ts";
import { renderTemplatePreview } from "../stages/template-preview.ts";
import type { MediaTools } from "./run-context.ts";

export interface PreviewContext {
  /** An existing folder of this preview alone, removed after it. */
  readonly scratchFolder: string;
  readonly storage: ObjectStorage;
  readonly tools: Pick<MediaTools, "ffmpeg">;
  readonly signal: AbortSignal;
}

/** A file of a preview in the scratch folder. */
export type MadePreview = Omit<PreviewFile, "storageKey"> & { readonly path: string };

/** @throws AppError, and `signal.reason` on abort */
export type PreviewMaker = (
  context: PreviewContext,
  input: PreviewRequest["input"],
) => Promise<readonly MadePreview[]>;

/** A still and a short film of a highlight template. */
async function previewReelTemplate(
  context: PreviewContext,
  input: PreviewRequest["input"],
): Promise<readonly MadePreview[]> {
  const { scratchFolder, storage, tools, signal } = context;
  const template = readReelTemplate(input);
  const logo = template.logo?.image ?? "data:";
  const logoPath = logo.startsWith("data:") ? null : await storage.localPath(logo, scratchFolder, signal);
  const folder = join(scratchFolder, "preview");
  const made = await renderTemplatePreview({ template, ffmpeg: tools.ffmpeg, folder, logoPath, signal });
  const poster = { id: "poster", type: "image", contentType: "image/jpeg", filename: "poster.jpg" } as const;
  const film = { id: "film", type: "video", contentType: "video/mp4", filename: "preview.mp4" } as const;
  return [
    { ...poster, path: made.posterPath },
    { ...film, path: made.videoPath },
  ];
}

export const PREVIEW_MAKERS: Partial<Record<ModelCapability, PreviewMaker>> = {
  HIGHLIGHT_RENDER: previewReelTemplate,
};
