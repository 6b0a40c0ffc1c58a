// Decodes on a card where that pays, and with the processor where no card has a place or the one that was asked fails.
// Where cards are full the next decode is the processor's at once, which would otherwise be idle beside the cards' line.
import { DECODER_LIMITS } from "../../../shared/limits/processes.ts";
import type { DecodingCard } from "./card-decoding.ts";
import { CardSessions, tellCardFailure } from "./card-sessions.ts";
import { causeOf } from "./video-decoders.ts";

/** How much is to be decoded, and until when it is wanted. */
export interface Decode {
  readonly durationS: number;
  /** Shorter ranges are over before a card is open; unless told those of key frames alone. */
  readonly minS?: number;
  readonly signal: AbortSignal;
}

/**
 * Decodes on a card where one has a place and the range is long enough to pay for opening it, else with the processor;
 * what a card fails at, for whatever reason, is decoded once more with the processor, whose word counts: where that fails
 * too, the source is to blame and not the card.
 * @param decode Called once or twice; must start over each time.
 * @throws what `decode` throws without a card; `signal.reason` on abort
 */
export async function decodeOnCard<T>(
  { durationS, minS = DECODER_LIMITS.minCardDecodeS, signal }: Decode,
  decode: (card: DecodingCard) => Promise<T>,
): Promise<T> {
  const place = durationS < minS ? undefined : CardSessions.find("decoding")?.take();
  if (place === undefined) return await decode(null);
  const { card } = place;
  let failure: unknown;
  let hasFailed = false;
  try {
    return await decode(card);
  } catch (error) {
    signal.throwIfAborted();
    failure = error;
    hasFailed = true;
  } finally {
    place.giveBack(hasFailed);
  }
  try {
    const decoded = await decode(null);
    tellCardFailure({ card, reason: causeOf(failure) });
    return decoded;
  } catch (error) {
    place.forgive();
    throw error;
  }
}
