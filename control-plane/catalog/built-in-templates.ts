// The templates that Clipmill brings along. Ids are fixed, so that clients and operators can rely on them; the version
// of a template is the hash of what it says, so that nobody has to count.
import { createHash } from "node:crypto";
import { HIGHLIGHT_RENDER_MODEL } from "../../shared/tasks/highlight-job.ts";
import {
  BUILT_IN_IMAGE_MODEL,
  BUILT_IN_IMAGE_TEMPLATES,
  IMAGE_TEMPLATE_CATEGORIES,
} from "../../shared/templates/image-templates.ts";
import {
  BUILT_IN_REEL_TEMPLATES,
  type BuiltInReelTemplateName,
} from "../../shared/templates/reel-template.ts";

export interface BuiltInTemplate {
  readonly id: string;
  readonly model: string;
  readonly category: { readonly id: string; readonly slug: string; readonly name: string };
  readonly description: string;
  readonly rawPrompt: { readonly prompt: string };
  readonly input: Readonly<Record<string, unknown>>;
  readonly sha256: string;
}

/** Ids count up from the earliest time that an id can name: no id that is made at run time is among them. */
function fixedId(prefix: "tmpl" | "cat", number: number): string {
  return `${prefix}_${String(number).padStart(26, "0")}`;
}

const HIGHLIGHT_REELS = { id: fixedId("cat", 1), slug: "highlight-reels", name: "Highlight reels" };

const REEL_TEMPLATE_NUMBERS: Readonly<Record<BuiltInReelTemplateName, number>> = {
  strike: 1,
  broadcast: 2,
  overdrive: 3,
  heritage: 4,
};

function versioned(template: Omit<BuiltInTemplate, "sha256">): BuiltInTemplate {
  return { ...template, sha256: createHash("sha256").update(JSON.stringify(template)).digest("hex") };
}

const REELS = BUILT_IN_REEL_TEMPLATES.map((template) =>
  versioned({
    id: fixedId("tmpl", REEL_TEMPLATE_NUMBERS[template.name]),
    model: HIGHLIGHT_RENDER_MODEL,
    category: HIGHLIGHT_REELS,
    description: `${template.title}: ${template.description}`,
    // A reel is drawn, not prompted.
    rawPrompt: { prompt: "" },
    input: template.document,
  }),
);

/** Reels have the first one. */
const FIRST_IMAGE_CATEGORY = 2;

const IMAGES = BUILT_IN_IMAGE_TEMPLATES.map(({ category, number, title, description, input }) =>
  versioned({
    id: fixedId("tmpl", number),
    model: BUILT_IN_IMAGE_MODEL,
    category: {
      id: fixedId("cat", FIRST_IMAGE_CATEGORY + IMAGE_TEMPLATE_CATEGORIES.indexOf(category.slug)),
      ...category,
    },
    description: `${title}: ${description}`,
    rawPrompt: { prompt: input.prompt },
    input,
  }),
);

export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = [...REELS, ...IMAGES];
