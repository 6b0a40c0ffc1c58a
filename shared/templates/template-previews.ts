// Previews of templates, from the control plane that wants one to the media node that makes it and back. The queue job
// is named after the model, so that only nodes that have it take the job.
import type { ModelCapability } from "../schemas/model.ts";

/** Capabilities whose previews media nodes make; templates of others bring their own. */
export const PREVIEWED_CAPABILITIES: readonly ModelCapability[] = ["HIGHLIGHT_RENDER", "IMAGE_GENERATION"];

/** The queue job by which a media node makes a preview with this model. */
export function previewQueueJob(model: string): string {
  return `preview-template:${model}`;
}

/** The queue job by which the control plane takes a finished preview in. */
export const RECORD_PREVIEW_JOB = "record-template-preview";

/** The queue job by which a media node says that it has announced models, whose built-in templates can now be brought. */
export const BRING_TEMPLATES_JOB = "bring-built-in-templates";

/** What a media node is asked for. */
export interface PreviewRequest {
  readonly templateId: string;
  /** Names this preview, and the folder of its files. */
  readonly previewId: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface PreviewFile {
  readonly id: string;
  readonly type: "image" | "video";
  readonly storageKey: string;
  readonly contentType: string;
  readonly filename: string;
}

/** What a media node made. */
export interface FinishedPreview {
  readonly templateId: string;
  readonly previewId: string;
  /** The first is what the template is shown by. */
  readonly files: readonly PreviewFile[];
}
