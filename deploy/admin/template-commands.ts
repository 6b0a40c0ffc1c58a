// The operator's commands for templates.
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { exportTemplate, findTemplates } from "../../control-plane/catalog/templates.ts";
import type { TemplateRow } from "../../control-plane/db/templates.ts";
import { addTemplates, dropTemplate, restoreTemplate } from "../../control-plane/operators/catalog-work.ts";
import { errorMessage } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import { CATALOG_LIMITS } from "../../shared/limits/catalog.ts";
import { referredKey } from "../../shared/templates/template-files.ts";
import { nameFullDisk } from "../appliance/name-full-disk.ts";
import { OutcomeUnknown } from "./act-by-command.ts";
import { type Act, type AdminCall, type AdminCommand, argument } from "./admin-call.ts";
import { removeAssets, storeAssets } from "./template-assets.ts";
import { templatePreview } from "./template-preview-command.ts";

const ID = "The template's id";

async function readJsonFile(path: string): Promise<unknown> {
  const { size } = await stat(path).catch(() => {
    throw new AppError("INVALID_REQUEST", `${path} cannot be read.`);
  });
  if (size > CATALOG_LIMITS.importFileBytes) throw new AppError("INVALID_REQUEST", `${path} is too large.`);
  try {
    return JSON.parse(await readFile(path, "utf8")) as unknown;
  } catch (error) {
    throw new AppError("INVALID_REQUEST", `${path} is not JSON: ${errorMessage(error)}`);
  }
}

async function templateImport(call: AdminCall, act: Act): Promise<unknown> {
  const { storage } = call;
  const path = resolve(argument(call, 0, "The file"));
  const content = await readJsonFile(path);
  const assets = await nameFullDisk("the storage", () =>
    storeAssets(content, { folder: dirname(path), storage }),
  );
  return act(addTemplates(assets.file, basename(path))).catch(async (error: unknown) => {
    // Files that nobody names cost less than a template without its own.
    if (!(error instanceof OutcomeUnknown)) await removeAssets(assets, storage);
    throw error;
  });
}

function previewOf({ media_url: shown, preview_id: awaited }: TemplateRow): string {
  if (awaited !== null) return "awaited";
  if (shown === null) return "none";
  return referredKey(shown) === undefined ? "elsewhere" : "made";
}

/** What fits on a person's line; with --json, everything, as `template import` takes it. */
async function templateList({ sql, options }: AdminCall): Promise<unknown> {
  const templates: TemplateRow[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const limit = CATALOG_LIMITS.pageItems.max;
    const list = await findTemplates(sql, { page, limit, sort: "created_at" });
    templates.push(...list.rows);
    page = list.pagination.nextPage;
  }
  if (options.json === true) return templates.map(exportTemplate);
  return templates.map((template) => ({
    template_id: template.id,
    model: template.model,
    category: template.category_slug,
    origin: template.built_in_sha256 === null ? "operator" : "built in",
    preview: previewOf(template),
    usage_count: template.usage_count,
    description: template.description,
  }));
}

export const TEMPLATE_COMMANDS: readonly AdminCommand[] = [
  { usage: "template import FILE.json", change: templateImport },
  { usage: "template list", read: templateList },
  { usage: "template preview ID [--out DIR]", change: templatePreview },
  {
    usage: "template remove ID",
    change: (call, act) => act(dropTemplate(argument(call, 0, ID))),
  },
  {
    usage: "template restore ID",
    change: (call, act) => act(restoreTemplate(argument(call, 0, ID))),
  },
];
