// The prices that an operator sets for models. They count before what a model announces for its tiers, and that before
// the appliance's own prices; they are read with the model at each create, so that they hold at once on every control
// plane.
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { type Pagination, paginate } from "../../shared/pagination.ts";
import { PRICE_PATTERN } from "../../shared/schemas/model.ts";
import {
  countModelPrices,
  deleteModelPrice,
  selectModelPrice,
  selectModelPrices,
  upsertModelPrice,
} from "../db/model-prices.ts";
import { selectModels } from "../db/models.ts";

/** A price as operators see it; null where none is set, so that the model's own or the appliance's holds. */
export interface PriceView {
  readonly model: string;
  readonly tier: string;
  readonly moods: number | null;
}

function refuse(message: string): AppError {
  return new AppError("INVALID_REQUEST", message);
}

/** @throws AppError NOT_FOUND for a model that no media node ever brought */
export async function readPrice(sql: Queryable, model: string, tier: string): Promise<PriceView> {
  const [found] = await selectModels(sql, [model]);
  if (found === undefined) {
    throw new AppError("NOT_FOUND", `There is no model ${model}: no media node has ever offered it.`);
  }
  const tiers = found.model_tiers;
  if (!tiers.includes(tier)) {
    throw refuse(`The model ${model} has no tier ${tier}; it has ${tiers.join(", ")}.`);
  }
  const moods = await selectModelPrice(sql, { model, tier });
  return { model, tier, moods: moods === undefined ? null : Number(moods) };
}

/**
 * Sets what one output of a model costs in a tier, in moods with up to four decimals; null takes the operator's price away.
 * @throws AppError NOT_FOUND, INVALID_REQUEST
 */
export async function setPrice(
  sql: Queryable,
  { model, tier }: Pick<PriceView, "model" | "tier">,
  moods: string | null,
): Promise<PriceView> {
  await readPrice(sql, model, tier);
  if (moods !== null && !PRICE_PATTERN.test(moods)) {
    throw refuse(`"${moods}" is not a price: a number of moods such as 0.5, with up to 4 decimals.`);
  }
  if (moods === null) await deleteModelPrice(sql, { model, tier });
  else await upsertModelPrice(sql, { model, tier, moods });
  return readPrice(sql, model, tier);
}

/** A page of the prices that operators have set, by model and tier. */
export async function listPrices(
  sql: Queryable,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ items: PriceView[]; pagination: Pagination }> {
  const total = await countModelPrices(sql);
  const rows = await selectModelPrices(sql, { limit, offset: (page - 1) * limit });
  const items = rows.map(({ model, tier, moods }) => ({ model, tier, moods: Number(moods) }));
  return { items, pagination: paginate(total, { page, limit }) };
}
