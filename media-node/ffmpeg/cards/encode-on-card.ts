// Encodes on a card where one has a place. Where all are full a clip waits as long as a card is likely to finish it
// sooner than libx264, which then makes it; and whatever a card fails at is made by libx264, while the card is left alone
// for a while. The card that encodes also decodes the source where it has a place for that, so that its frames cross the
// bus twice and no other card is opened.
import { setTimeout as pause } from "node:timers/promises";
import { AppError, hasErrorCode } from "../../../shared/errors.ts";
import { DECODER_LIMITS } from "../../../shared/limits/processes.ts";
import { type CardPlace, CardSessions, tellCardFailure } from "./card-sessions.ts";
import { EncodingPace } from "./encoding-pace.ts";
import { causeOf } from "./video-decoders.ts";

export interface Encode {
  readonly durationS: number;
  /** How long a place is waited for where libx264 cannot take the work over. */
  readonly timeoutMs: number;
  /** Whether the source may be decoded on the card. */
  readonly mayDecode: boolean;
  readonly signal: AbortSignal;
}

/** The card to encode on, and whether it decodes too. */
export interface EncodingCard {
  readonly card: number;
  readonly decodes: boolean;
}

/** How often a thread looks whether a place is free. */
const LOOK_MS = 100;

async function waitForPlace(
  sessions: CardSessions,
  pace: EncodingPace | undefined,
  encode: Encode,
  hasSoftware: boolean,
): Promise<CardPlace | undefined> {
  const { durationS, timeoutMs, signal } = encode;
  const place = sessions.take();
  if (place !== undefined) return place;
  const worthwhileMs = pace?.worthwhileWaitMs(durationS, sessions.active) ?? 0;
  const deadline = performance.now() + (hasSoftware ? worthwhileMs : timeoutMs);
  pace?.countWaiting(1);
  try {
    // No place comes where all cards rest.
    while (performance.now() < deadline && sessions.active > 0) {
      await pause(LOOK_MS);
      signal.throwIfAborted();
      const free = sessions.take();
      if (free !== undefined) return free;
    }
  } finally {
    pace?.countWaiting(-1);
  }
  return undefined;
}

function isTimeout(error: unknown): boolean {
  return hasErrorCode(error, "TIMED_OUT");
}

/** Encodes on the place's card; where that also decodes and fails, once more without. @throws what failed last */
async function onPlace(
  { card }: CardPlace,
  { durationS, mayDecode, signal }: Encode,
  attempt: (on: EncodingCard) => Promise<void>,
): Promise<void> {
  const isLong = durationS >= DECODER_LIMITS.minWholeDecodeS;
  const decoding = mayDecode && isLong ? CardSessions.find("decoding")?.take(card) : undefined;
  if (decoding === undefined) return attempt({ card, decodes: false });
  let hasDecodingFailed = false;
  try {
    await attempt({ card, decodes: true });
  } catch (error) {
    signal.throwIfAborted();
    // A driver that hangs would hang again.
    if (isTimeout(error)) throw error;
    await attempt({ card, decodes: false });
    hasDecodingFailed = true;
    tellCardFailure({ card, reason: causeOf(error) });
  } finally {
    decoding.giveBack(hasDecodingFailed);
  }
}

/**
 * @param attempt Encodes on a card; may be called twice and must start over each time.
 * @param software Encodes with libx264; null where nothing may take the card's place.
 * @returns why the card failed, where libx264 made the clip for that reason; else null
 * @throws what `software` throws; where that is null, what `attempt` throws, or AppError INTERNAL without a place;
 * `signal.reason` on abort
 */
export async function encodeOnCard(
  encode: Encode,
  attempt: (on: EncodingCard) => Promise<void>,
  software: (() => Promise<void>) | null,
): Promise<string | null> {
  const { durationS, signal } = encode;
  const sessions = CardSessions.find("encoding");
  const pace = EncodingPace.find();
  const timed = async (by: "card" | "software", work: () => Promise<void>): Promise<void> => {
    const startMs = performance.now();
    await work();
    pace?.note(by, durationS, performance.now() - startMs);
  };
  const place = sessions && (await waitForPlace(sessions, pace, encode, software !== null));
  if (place === undefined) {
    if (software === null) throw new AppError("INTERNAL", "No card has a place for an encode.");
    await timed("software", software);
    return null;
  }
  let hasFailed = true;
  let failure: unknown;
  try {
    await timed("card", () => onPlace(place, encode, attempt));
    hasFailed = false;
    return null;
  } catch (error) {
    hasFailed = !signal.aborted;
    signal.throwIfAborted();
    if (software === null) throw error;
    failure = error;
  } finally {
    place.giveBack(hasFailed);
  }
  try {
    await timed("software", software);
  } catch (error) {
    place.forgive();
    throw error;
  }
  return `card ${place.card}: ${causeOf(failure)}`;
}
