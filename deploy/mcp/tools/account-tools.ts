// Tools that show what an account has: moods, models, templates.
import { Type } from "typebox";
import { MCP_LIMITS } from "../../../shared/limits/mcp.ts";
import { TemplatesQuery } from "../../../shared/schemas/template.ts";
import { defineTool, READS, type Tool } from "../tool.ts";

const strict = { additionalProperties: false } as const;

const getBalance = defineTool({
  name: "get_balance",
  title: "Read the balance",
  description:
    "Moods that are left to spend (a video job costs 1), the price multiplier and the rate limits.",
  input: Type.Object({}, strict),
  annotations: READS,
  run: async (_, { clipmill, signal }) => clipmill.balance({ signal }),
});

const listModels = defineTool({
  name: "list_models",
  title: "List models",
  description: "Models for generate_images, with the input_schema that their input follows and their prices.",
  input: Type.Object({}, strict),
  annotations: READS,
  run: async (_, { clipmill, signal }) => {
    const models = await clipmill.models.list({ signal });
    return { models: models.filter(({ capability }) => capability !== "HIGHLIGHT_RENDER") };
  },
});

const listTemplates = defineTool({
  name: "list_templates",
  title: "List templates",
  description:
    "Presets of a model's input for generate_images, and looks of highlight reels (model highlight-render).",
  input: Type.Object(
    {
      ...Type.Pick(TemplatesQuery, ["model", "page"]).properties,
      limit: Type.Optional(
        Type.Integer({
          minimum: MCP_LIMITS.listItems.min,
          maximum: MCP_LIMITS.listItems.max,
          default: MCP_LIMITS.listItems.default,
        }),
      ),
    },
    strict,
  ),
  annotations: READS,
  run: async ({ limit = MCP_LIMITS.listItems.default, ...query }, { clipmill, signal }) => {
    const { data, pagination } = await clipmill.templates.listPage({ ...query, limit }, { signal });
    const templates = data.map(({ template_id, model, description, input, category }) => ({
      template_id,
      model,
      description,
      input,
      category: category.name,
    }));
    return { total: pagination.total, templates, next_page: pagination.nextPage };
  },
});

export const ACCOUNT_TOOLS: readonly Tool[] = [getBalance, listModels, listTemplates];
