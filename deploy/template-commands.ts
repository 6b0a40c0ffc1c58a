// The operator's commands for templates.
import { readFile, stat } from "node:fs/promises";
import { importTemplates, removeTemplate } from "../control-plane/catalog/import-templates.ts";
import { listTemplates } from "../control-plane/catalog/templates.ts";
import { CATALOG_LIMITS } from "../shared/limits.ts";
import type { Template } from "../shared/schemas/template.ts";
import { type AdminCall, type AdminCommand, argument, invalid } from "./admin-call.ts";

async function readJsonFile(path: string): Promise<unknown> {
  const { size } = await stat(path).catch(() => {
    throw invalid(`${path} cannot be read.`);
  });
  if (size > CATALOG_LIMITS.importFileBytes) throw invalid(`${path} is too large.`);
  try {
    return JSON.parse(await readFile(path, "utf8")) as unknown;
  } catch (error) {
    throw invalid(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function templateImport(call: AdminCall): Promise<unknown> {
  return importTemplates(call.sql, await readJsonFile(argument(call, 0, "The file")));
}

/** What fits on a person's line; with --json, everything, as `template import` takes it. */
async function templateList({ sql, options }: AdminCall): Promise<unknown> {
  const templates: Template[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const limit = CATALOG_LIMITS.pageItems.max;
    const list = await listTemplates(sql, { page, limit, sort: "created_at" });
    templates.push(...list.templates);
    page = list.pagination.nextPage;
  }
  if (options.json === true) return templates;
  return templates.map(({ category, ...template }) => ({
    template_id: template.template_id,
    model: template.model,
    category: category.slug,
    usage_count: template.usage_count,
    description: template.description,
  }));
}

export const TEMPLATE_COMMANDS: readonly AdminCommand[] = [
  { words: ["template", "import"], usage: "template import FILE.json", run: templateImport },
  { words: ["template", "list"], usage: "template list", run: templateList },
  {
    words: ["template", "remove"],
    usage: "template remove ID",
    run: (call) => removeTemplate(call.sql, argument(call, 0, "The template's id")),
  },
];
