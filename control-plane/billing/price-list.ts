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

/** Up to four decimals, since the ledger keeps four. */
export const PRICE_PATTERN = /^\d{1,6}(\.\d{1,4})?$/;

const PLACES = 4;

function multiply(price: string, factor: number): string {
  const [whole = "0", fraction = ""] = price.split(".");
  const scaled = BigInt(whole + fraction.padEnd(PLACES, "0")) * BigInt(factor);
  const digits = scaled.toString().padStart(PLACES + 1, "0");
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** The list price of a generation task in moods: its tier's price for each output. */
export function generationPrice(prices: PriceList, tier: string, outputCount: number): string {
  return multiply(tier === "max" ? prices.max : prices.lite, outputCount);
}
