// Brings the built-in templates into the database, by whichever process comes first: a control plane that starts, or one
// whose worker hears that a media node announced a model. Each version of each is brought once and never again: an
// operator's change or removal stays, and an older process in a rolling update puts nothing back.
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { PREVIEW_LIMITS } from "../../shared/limits/catalog.ts";
import type { Logger } from "../../shared/logger.ts";
import {
  insertBroughtVersion,
  lockBuiltInTemplates,
  selectBroughtVersions,
} from "../db/built-in-templates.ts";
import { inTransaction } from "../db/in-transaction.ts";
import { selectModels } from "../db/models.ts";
import { ensureCategory, selectTemplateForUpdate } from "../db/templates.ts";
import { BUILT_IN_TEMPLATES, type BuiltInTemplate } from "./built-in-templates.ts";
import { writeTemplate } from "./write-template.ts";

async function bring(transaction: TransactionSql, template: BuiltInTemplate, delayMs: number): Promise<void> {
  const { id, model, category, description, rawPrompt, input, sha256 } = template;
  const categoryId = await ensureCategory(transaction, category);
  await writeTemplate(transaction, {
    id,
    model,
    categoryId,
    description,
    rawPrompt,
    input,
    preview: null,
    builtInSha256: sha256,
    previewDelayMs: delayMs,
  });
}

/** Whether a version that was never brought may be written: for a new template, or over an unchanged earlier version. */
async function isWanted(transaction: TransactionSql, id: string, wasBrought: boolean): Promise<boolean> {
  const current = await selectTemplateForUpdate(transaction, id);
  return current === undefined ? !wasBrought : current.built_in_sha256 !== null;
}

/** Brings what is new, of models that a media node has announced. Returns the ids of what was written. */
export async function bringBuiltInTemplates(
  sql: Sql,
  logger: Logger,
  templates: readonly BuiltInTemplate[] = BUILT_IN_TEMPLATES,
): Promise<string[]> {
  const ids = templates.map(({ id }) => id);
  const written = await sql.begin(async (transaction) => {
    await lockBuiltInTemplates(transaction);
    const brought = await selectBroughtVersions(transaction, ids);
    const models = await selectModels(transaction, [...new Set(templates.map(({ model }) => model))]);
    const done: string[] = [];
    for (const template of templates) {
      const { id, model, sha256 } = template;
      const versions = brought.filter((version) => version.template_id === id);
      const isNew = versions.every((version) => version.sha256 !== sha256);
      if (!isNew || models.every(({ slug }) => slug !== model)) continue;
      await insertBroughtVersion(transaction, { template_id: id, sha256 });
      if (!(await isWanted(transaction, id, versions.length > 0))) continue;
      await bring(transaction, template, PREVIEW_LIMITS.builtInDelayMs);
      done.push(id);
    }
    return done;
  });
  if (written.length > 0) logger.info({ templates: written }, "built-in templates brought");
  return written;
}

/** Puts a built-in template back as it is brought along, over whatever an operator made of it. @throws AppError NOT_FOUND */
export async function restoreBuiltInTemplate(
  sql: Sql | TransactionSql,
  id: string,
): Promise<{ template_id: string }> {
  const template = BUILT_IN_TEMPLATES.find((each) => each.id === id);
  if (template === undefined) throw new AppError("NOT_FOUND", `${id} is not a built-in template.`);
  await inTransaction(sql, async (transaction) => {
    await lockBuiltInTemplates(transaction);
    await insertBroughtVersion(transaction, { template_id: id, sha256: template.sha256 });
    await bring(transaction, template, 0);
  });
  return { template_id: id };
}
