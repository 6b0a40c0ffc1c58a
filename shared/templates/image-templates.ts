// The image templates that come with the project: presets of the built-in image model, a JSON file for each category.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Type } from "typebox";
import { compileSchema } from "../schemas/validate.ts";

/** The image model that every node has. */
export const BUILT_IN_IMAGE_MODEL = "image-abstract-small";

/** Slugs of the categories, which are the files' names. */
export const IMAGE_TEMPLATE_CATEGORIES = ["title-cards", "thumbnails", "landscapes"] as const;
export type ImageTemplateCategory = (typeof IMAGE_TEMPLATE_CATEGORIES)[number];

export interface BuiltInImageTemplate {
  readonly category: { readonly slug: ImageTemplateCategory; readonly name: string };
  /** Never given to another template: ids are made from it. */
  readonly number: number;
  readonly title: string;
  readonly description: string;
  /** As clients read it. */
  readonly input: Readonly<Record<string, unknown>> & { readonly prompt: string };
}

const FOLDER = fileURLToPath(new URL("./image-templates/", import.meta.url));
const CLOSED = { additionalProperties: false } as const;

const parseFile = compileSchema(
  Type.Object(
    {
      category: Type.String({ minLength: 1, maxLength: 100 }),
      templates: Type.Array(
        Type.Object(
          {
            name: Type.String({ pattern: "^[a-z0-9-]{1,50}$" }),
            number: Type.Integer({ minimum: 100, maximum: 999 }),
            title: Type.String({ minLength: 1, maxLength: 100 }),
            description: Type.String({ minLength: 1, maxLength: 500 }),
            input: Type.Object({ prompt: Type.String({ minLength: 1, maxLength: 500 }) }),
          },
          CLOSED,
        ),
        { minItems: 1 },
      ),
    },
    CLOSED,
  ),
);

function readCategory(slug: ImageTemplateCategory): BuiltInImageTemplate[] {
  const file = parseFile(JSON.parse(readFileSync(join(FOLDER, `${slug}.json`), "utf8")));
  const category = { slug, name: file.category };
  return file.templates.map(({ number, title, description, input }) => ({
    category,
    number,
    title,
    description,
    input,
  }));
}

export const BUILT_IN_IMAGE_TEMPLATES: readonly BuiltInImageTemplate[] =
  IMAGE_TEMPLATE_CATEGORIES.flatMap(readCategory);
