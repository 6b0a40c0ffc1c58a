// Whether a model is one that clients can be shown and charged for. A media node writes it down, checked; what a node is
// not trusted with is checked again where it is read, so that one that was taken over shows a price that is none, or a
// schema that holds its checker, to nobody. What it may say is a price where no operator has set one: the log tells that.
import { MODEL_OFFER_LIMITS } from "../../shared/limits/nodes.ts";
import type { Logger } from "../../shared/logger.ts";
import { requirePlainSchema } from "../../shared/schemas/input-schema.ts";
import { AnnouncedModel } from "../../shared/schemas/model.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import type { ModelRow } from "../db/models.ts";

export type ModelCheck = (row: ModelRow) => boolean;

const checkAnnounced = compileSchema(AnnouncedModel);

/** Tells once of each price that is a media node's word, and again where it has changed since. */
function createPriceTeller(logger: Logger): (row: ModelRow) => void {
  const told = new Map<string, string>();
  return ({ slug: model, tier_prices, operator_tiers }) => {
    for (const [tier, moods] of Object.entries(tier_prices)) {
      const key = JSON.stringify([model, tier]);
      const before = told.get(key);
      if (moods === before || operator_tiers.includes(tier)) continue;
      if (told.size >= MODEL_OFFER_LIMITS.toldPrices) told.clear();
      told.set(key, moods);
      const level = before === undefined ? "info" : "warn";
      logger[level]({ model, tier, moods, before }, "a media node sets a price where no operator has");
    }
  };
}

/** A check that says in the log, once of each model, why it cannot be used, and which prices nodes have set. */
export function createModelCheck(logger: Logger): ModelCheck {
  const tellPrices = createPriceTeller(logger);
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
      tellPrices(row);
      return true;
    } catch (error) {
      tell(row.slug, error);
      return false;
    }
  };
}
