// Templates as JSON Schemas: what clients read, how they ask for a list, and the file from which operators import. The
// file has the fields that clients read, so that an exported list can be edited and imported again.
import { type Static, Type } from "typebox";
import { CATALOG_LIMITS } from "../limits/catalog.ts";
import { HTTP_LIMITS } from "../limits/requests.ts";
import { MODEL_CAPABILITIES, ModelSlug } from "./model.ts";
import { STORABLE_TEXT } from "./storable-text.ts";

const Url = Type.String({
  minLength: 1,
  maxLength: HTTP_LIMITS.urlLength,
  pattern: "^https?://",
  description: "Where to see it.",
});
const Time = Type.String({ format: "date-time", description: "ISO 8601, UTC, milliseconds." });

const RawPrompt = Type.Unsafe<{ readonly prompt: string; readonly [name: string]: unknown }>({
  type: "object",
  properties: { prompt: { type: "string", description: "The prompt that made the previews." } },
  required: ["prompt"],
  additionalProperties: true,
  description: "Prompt metadata.",
});

const TemplateInput = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: "object",
  additionalProperties: true,
  description: "Default values of the model's input; a task's own input overrides them one by one.",
});

const PreviewResult = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: "Id of the preview." }),
  type: Type.String({ minLength: 1, maxLength: 50, description: "What it is, such as `image`." }),
  media_url: Url,
  content_type: Type.String({ minLength: 1, maxLength: 255, description: "MIME type." }),
  filename: Type.String({ minLength: 1, maxLength: 255, description: "A name to save it by." }),
});

export const Template = Type.Object({
  template_id: Type.String({
    description: "Id of the template.",
    examples: ["tmpl_01k9a1b2c3d4e5f6g7h8j9k0m1"],
  }),
  model: ModelSlug,
  model_title: Type.String({ description: "The model's title." }),
  capability: Type.Enum([...MODEL_CAPABILITIES], { description: "What the model does." }),
  description: Type.String({ description: "What the preset makes." }),
  media_url: Url,
  raw_prompt: RawPrompt,
  input: TemplateInput,
  category: Type.Object(
    {
      id: Type.String({ description: "Id, as `templateCategoryId` takes it." }),
      name: Type.String({ description: "Name for people." }),
      slug: Type.String({ description: "Name for addresses." }),
    },
    { description: "What the template is filed under." },
  ),
  preview_results: Type.Array(PreviewResult, { description: "What it made before." }),
  model_tiers: Type.Array(Type.String(), { description: "Tiers of the model; the first is the default." }),
  usage_count: Type.Integer({ minimum: 0, description: "Tasks that were created from it." }),
  created_at: Time,
  updated_at: Time,
});
export type Template = Static<typeof Template>;

export const Templates = Type.Array(Template);

export const TEMPLATE_SORTS = ["created_at", "updated_at", "usage_count"] as const;
export type TemplateSort = (typeof TEMPLATE_SORTS)[number];

/** An exact value to filter by; what PostgreSQL cannot store matches nothing and is refused. */
const Filter = (description: string) => Type.String({ maxLength: 100, pattern: STORABLE_TEXT, description });

export const TemplatesQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: CATALOG_LIMITS.page, default: 1, description: "Page number." }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: CATALOG_LIMITS.pageItems.max,
      default: CATALOG_LIMITS.pageItems.default,
      description: "Items on a page.",
    }),
  ),
  sort: Type.Optional(
    Type.Enum([...TEMPLATE_SORTS, ...TEMPLATE_SORTS.map((name) => `-${name}` as const)], {
      default: "-created_at",
      description: "A field to sort by, with `-` before it for descending.",
    }),
  ),
  model: Type.Optional(Filter("Only templates of this model.")),
  templateCategoryId: Type.Optional(Filter("Only templates of this category, by its id.")),
});
export type TemplatesQuery = Static<typeof TemplatesQuery>;

/**
 * One template of an operator's file. Without an id it is new; the command prints the id that it gets. Without a
 * `media_url`, a media node makes the preview, where its model can.
 */
export const ImportedTemplate = Type.Object({
  template_id: Type.Optional(Type.String()),
  model: ModelSlug,
  description: Type.String({ maxLength: CATALOG_LIMITS.descriptionLength }),
  media_url: Type.Optional(Url),
  raw_prompt: Type.Optional(RawPrompt),
  input: TemplateInput,
  category: Type.Object({
    slug: Type.String({ minLength: 1, maxLength: 100, pattern: "^[a-z0-9][a-z0-9-]*$" }),
    name: Type.String({ minLength: 1, maxLength: CATALOG_LIMITS.categoryNameLength }),
  }),
  preview_results: Type.Optional(Type.Array(PreviewResult, { maxItems: CATALOG_LIMITS.previews })),
});
export type ImportedTemplate = Static<typeof ImportedTemplate>;

/** What an entry of the file may name: what is imported, and what clients read beside it. */
export const TemplateFileFields = Type.Array(
  Type.Object({ ...ImportedTemplate.properties, ...Template.properties }),
);

export const TemplateFile = Type.Array(ImportedTemplate, {
  minItems: 1,
  maxItems: CATALOG_LIMITS.importedTemplates,
});
