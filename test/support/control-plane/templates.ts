// Templates of the test model, imported as an operator imports them.
import { importTemplates } from "../../../control-plane/catalog/import-templates.ts";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import type { ImportedTemplate } from "../../../shared/schemas/template.ts";
import { TEST_MODEL } from "../media-node/media-node.ts";

export const TEST_TEMPLATE: ImportedTemplate = {
  model: TEST_MODEL.model,
  description: "A fox in the snow",
  media_url: "https://files.example/fox.png",
  raw_prompt: { prompt: "a fox in the snow", negative: "people" },
  input: { prompt: "a fox in the snow", aspect_ratio: "16:9" },
  category: { slug: "animals", name: "Animals" },
  preview_results: [
    {
      id: "preview-1",
      type: "image",
      media_url: "https://files.example/fox-1.png",
      content_type: "image/png",
      filename: "fox-1.png",
    },
  ],
};

/** Of the model that dresses reels; its preview is left to a media node. */
export const REEL_TEMPLATE: ImportedTemplate = {
  model: HIGHLIGHT_RENDER.model,
  description: "Blue panels",
  input: { colors: { primary: "#0000FF" }, uppercase: true },
  category: { slug: "reels", name: "Reels" },
};

/** Imports templates like the test one and returns their ids. */
export async function importTestTemplates(
  sql: Sql,
  ...changes: readonly Partial<ImportedTemplate>[]
): Promise<string[]> {
  const imported = await importTemplates(
    sql,
    changes.map((change) =>
      change.model === REEL_TEMPLATE.model ? change : { ...TEST_TEMPLATE, ...change },
    ),
  );
  return imported.map((template) => template.template_id);
}
