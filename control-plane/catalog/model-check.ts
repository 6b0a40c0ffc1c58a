// Whether a model is one that clients can be shown and charged for. A media node writes it down, checked; what a node is
// not trusted with is checked again where it is read, so that one that was taken over shows a price that is none, or a
// schema that holds its checker, to nobody.
import { MODEL_OFFER_LIMITS } from "../../shared/limits/nodes.ts";
import type { Logger } from "../../shared/logger.ts";
import { requirePlainSchema } from "../../shared/schemas/input-schema.ts";
import { AnnouncedModel } from "../../shared/schemas/model.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import type { ModelRow } from "../db/models.ts";

export type ModelCheck = (row: ModelRow) => boolean;

const checkAnnounced = compileSchema(AnnouncedModel);

/** A check that says in the log, once of each model, why it cannot be used. */
export function createModelCheck(logger: Logger): ModelCheck {
  const told = new Set<string>();
  const tell = (model: string, error: unknown): void => {
    if (told.has(model)) return;
    if (told.size >= MODEL_OFFER_LIMITS.toldModels) told.clear();
    told.add(model);
    logger.warn({ model, err: error }, "a media node brought a model that cannot be used: it is passed over");
  };
  return (row) => {
    try {
      requirePlainSchema(checkAnnounced({ ...row, model: row.slug }).input_schema);
      return true;
    } catch (error) {
      tell(row.slug, error);
      return false;
    }
  };
}
