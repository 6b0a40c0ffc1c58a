// The model by which reels are rendered with templates. Every media node can: it draws, and needs no weights. Its input is
// the template itself, so that the catalogue checks templates as it checks every other input.

import type { InputSchema, Model } from "../../shared/schemas/model.ts";
import { ReelTemplateDocument } from "../../shared/schemas/reel-template.ts";
import { HIGHLIGHT_RENDER_MODEL } from "../../shared/tasks/highlight-job.ts";

export const HIGHLIGHT_RENDER: Model = {
  model: HIGHLIGHT_RENDER_MODEL,
  title: "Highlight render",
  subtitle: "Dresses highlight reels in cards, lower thirds and transitions",
  capability: "HIGHLIGHT_RENDER",
  default_output_count: 1,
  // A schema object of TypeBox carries symbols of its own, which a descriptor has no use for.
  input_schema: JSON.parse(JSON.stringify(ReelTemplateDocument)) as InputSchema,
  model_tiers: ["standard"],
};
