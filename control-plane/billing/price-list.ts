// What operations cost before an account's price multiplier. Prices are settings, exact decimals with up to four
// places, and are never floating-point numbers on their way into the ledger.

/** List prices in moods, as exact decimals. */
export interface PriceList {
  /** One output of a generation task in the tier `lite`, and in any tier without a price of its own. */
  readonly lite: string;
  /** One output in the tier `max`. */
  readonly max: string;
  /** One video operation: clips, highlights or a transcription, however long the video. */
  readonly video: string;
}

export const DEFAULT_PRICES: PriceList = { lite: "1", max: "2", video: "1" };

const PLACES = 4;

function multiply(price: string, factor: number): string {
  const [whole = "0", fraction = ""] = price.split(".");
  const scaled = BigInt(whole + fraction.padEnd(PLACES, "0")) * BigInt(factor);
  const digits = scaled.toString().padStart(PLACES + 1, "0");
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** What a model announced for its tiers. */
export type TierPrices = Readonly<Record<string, string>>;

/** The list price of a generation task in moods, for each output: what its model announced for the tier, else ours. */
export function generationPrice(
  prices: PriceList,
  tier: string,
  outputCount: number,
  announced: TierPrices = {},
): string {
  const ours = tier === "max" ? prices.max : prices.lite;
  return multiply(Object.hasOwn(announced, tier) ? (announced[tier] ?? ours) : ours, outputCount);
}
