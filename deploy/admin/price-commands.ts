// The operator's commands for what models cost.
import { listPrices, type PriceView } from "../../control-plane/catalog/model-prices.ts";
import { setModelPrice } from "../../control-plane/operators/catalog-work.ts";
import { type Act, type AdminCall, type AdminCommand, argument, pageOf, showPage } from "./admin-call.ts";

function priceSet(call: AdminCall, act: Act): Promise<PriceView> {
  const model = argument(call, 0, "The model");
  const tier = argument(call, 1, "The tier");
  const price = argument(call, 2, "The price in moods");
  return act(setModelPrice({ model, tier }, price === "default" ? null : price));
}

export const PRICE_COMMANDS: readonly AdminCommand[] = [
  {
    usage: "price list [--page N] [--limit N]",
    read: async (call) => showPage(call, await listPrices(call.sql, pageOf(call))),
  },
  { usage: "price set MODEL TIER N|default", change: priceSet },
];
