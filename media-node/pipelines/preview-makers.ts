// How templates' previews are made, by what their model does: an input becomes files in a scratch folder, of which the
// first is what the template is shown by. A capability that has a maker here stands in PREVIEWED_CAPABILITIES too.
import { join } from "node:path";
import { AppError } from "../../shared/errors.ts";
import type { ModelCapability } from "../../shared/schemas/model.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { logoAsset, readReelTemplate } from "../../shared/templates/reel-template.ts";
import { ASSETS_PREFIX } from "../../shared/templates/template-files.ts";
import type { PreviewFile, PreviewRequest } from "../../shared/templates/template-previews.ts";
import { sourceFields } from "../images/describe-image-model.ts";
import { generateImage } from "../images/generate-image.ts";
import { writeImage } from "../images/image-files.ts";
import { imageXmp } from "../images/image-metadata.ts";
import { renderTemplatePreview } from "../reel/template-preview.ts";
import { planImages } from "./image-plans.ts";
import type { MediaTools } from "./run-context.ts";

export interface PreviewContext {
  /** An existing folder of this preview alone, removed after it. */
  readonly scratchFolder: string;
  readonly storage: ObjectStorage;
  readonly tools: Pick<MediaTools, "ffmpeg" | "images" | "models">;
  /** The template's model. */
  readonly model: string;
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
  const logoKey = logoAsset(template);
  const logoPath = logoKey === null ? null : await storage.localPath(logoKey, scratchFolder, signal);
  const folder = join(scratchFolder, "preview");
  const made = await renderTemplatePreview({ template, ffmpeg: tools.ffmpeg, folder, logoPath, signal });
  const poster = { id: "poster", type: "image", contentType: "image/jpeg", filename: "poster.jpg" } as const;
  const film = { id: "film", type: "video", contentType: "video/mp4", filename: "preview.mp4" } as const;
  return [
    { ...poster, path: made.posterPath },
    { ...film, path: made.videoPath },
  ];
}

/** Where a template does not say one: the same for all tries. */
const PREVIEW_SEED = 1;

/** Local files of the images that a template brings: assets of the operator, never addresses. */
async function assetFiles(
  { storage, scratchFolder, signal }: PreviewContext,
  fields: readonly string[],
  input: PreviewRequest["input"],
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const field of fields) {
    const text = input[field];
    if (typeof text !== "string") continue;
    if (!text.startsWith(ASSETS_PREFIX)) {
      throw new AppError("INVALID_REQUEST", `A preview takes its ${field} from an asset only.`);
    }
    files[field] = await storage.localPath(text, scratchFolder, signal);
  }
  return files;
}

/** An image by a template of an image model, in the model's first tier. */
async function previewImage(
  context: PreviewContext,
  input: PreviewRequest["input"],
): Promise<readonly MadePreview[]> {
  const { tools, model, scratchFolder, signal } = context;
  const runner = tools.images;
  const bundle = tools.models.image(model);
  const [tier = ""] = Object.keys(bundle.manifest.image.tiers);
  const files = await assetFiles(context, sourceFields(bundle), input);
  const { memoryBytes } = runner;
  const plan = await planImages({ bundle, tier, input, files, randomSeed: PREVIEW_SEED, memoryBytes });
  const work = plan.workFor(0, 1);
  const [image] = await generateImage(runner, { bundle, work, signal, onProgress: () => undefined });
  if (image === undefined) throw new AppError("INTERNAL", "The model made no image.");
  const path = join(scratchFolder, "preview.webp");
  const { isEnhanced = false, background = null } = plan;
  const xmp = imageXmp({ model, tier, isEnhanced, details: plan.describe(0) });
  await writeImage(image, path, { format: "webp", quality: 90, xmp, background });
  return [{ id: "image", type: "image", contentType: "image/webp", filename: "preview.webp", path }];
}

export const PREVIEW_MAKERS: Partial<Record<ModelCapability, PreviewMaker>> = {
  HIGHLIGHT_RENDER: previewReelTemplate,
  IMAGE_GENERATION: previewImage,
};
