// Names that requests take, as choices. The API's schemas take any text there: which names there are changes with what
// an operator adds, and case or an unknown name is judged by the API itself.
import type { Static } from "typebox";
import type { Template as TemplateSchema } from "../../../../../shared/schemas/template.ts";
import type { CaptionPresetView } from "../../../api-types/caption-presets.ts";
import { get } from "../../api/request.ts";
import type { JsonSchema } from "./json-schema.ts";

const REEL_TEMPLATES = "/api/v1/templates?model=highlight-render&limit=100";

/** A field's path below the request, and what may be chosen there. */
type NamedChoices = ReadonlyMap<string, JsonSchema["anyOf"]>;

/** Caption presets and reels' templates of this appliance. @throws ApiError */
export async function readNamedChoices(signal: AbortSignal): Promise<NamedChoices> {
  const [presets, templates] = await Promise.all([
    get<CaptionPresetView[]>("/console/api/caption-presets", { signal }),
    get<Static<typeof TemplateSchema>[]>(REEL_TEMPLATES, { signal }),
  ]);
  return new Map([
    [
      "subtitle.preset",
      presets.map(({ name, description }) => ({ const: name, title: `${name} · ${description}` })),
    ],
    [
      "template_id",
      templates.map(({ template_id, description }) => ({ const: template_id, title: description })),
    ],
  ]);
}

/** Fields whose schema's examples are all names that there are. */
const LISTED_IN_EXAMPLES: readonly string[] = ["subtitle.font_style", "category"];

function choicesAt(path: string, { examples = [] }: JsonSchema, named: NamedChoices): JsonSchema["anyOf"] {
  if (!LISTED_IN_EXAMPLES.includes(path)) return named.get(path);
  return examples.map((example) => ({ const: example }));
}

/** A request's schema whose named fields are choices; where nothing is there to choose, a field stays a text. */
export function withNamedChoices(schema: JsonSchema, named: NamedChoices, above = ""): JsonSchema {
  const { properties } = schema;
  if (properties === undefined) return schema;
  const fields = Object.entries(properties).map(([name, field]): [string, JsonSchema] => {
    const path = `${above}${name}`;
    const anyOf = choicesAt(path, field, named);
    const isChosen = anyOf !== undefined && anyOf.length > 0;
    return [name, isChosen ? { ...field, anyOf } : withNamedChoices(field, named, `${path}.`)];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}
