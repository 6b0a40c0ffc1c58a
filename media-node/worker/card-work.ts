// Lets a node's threads decode and encode on its cards, and tells of it.
import type { Registry } from "prom-client";
import { CARD_ENCODER_LIMITS, DECODER_LIMITS } from "../../shared/limits/processes.ts";
import type { Logger } from "../../shared/logger.ts";
import { CardSessions, onCardFailure } from "../ffmpeg/cards/card-sessions.ts";
import { EncodingPace } from "../ffmpeg/cards/encoding-pace.ts";
import type { DecoderChoice } from "../ffmpeg/cards/video-decoders.ts";
import type { EncoderChoice } from "../ffmpeg/video-encoders.ts";
import { reportCardFailure, reportDecoder } from "./capability-reports.ts";
import { registerDecoderMetrics, registerEncoderMetrics } from "./metrics/card-metrics.ts";

export interface CardWork {
  readonly decoding: DecoderChoice;
  readonly encoding: Pick<EncoderChoice, "cards">;
  /** On each card, at once. */
  readonly encoderSessions: number;
}

/** That one card may have at once. */
export function videoSessions({ decoding, encoding, encoderSessions }: CardWork): number {
  const decodes = decoding.cards.length > 0 ? DECODER_LIMITS.decodesPerCard : 0;
  return decodes + (encoding.cards.length > 0 ? encoderSessions : 0);
}

/** Threads that start from here on use the cards, where there are any. */
export function startCards(
  { decoding, encoding, encoderSessions }: CardWork,
  registry: Registry,
  logger: Logger,
): void {
  reportDecoder(decoding, logger);
  const { decodesPerCard: places, failuresInRow, restMs } = DECODER_LIMITS;
  const decoders =
    decoding.cards.length > 0
      ? CardSessions.publish("decoding", decoding.cards, { places, failuresInRow, restMs })
      : null;
  registerDecoderMetrics(registry, decoders);
  if (decoders !== null) onCardFailure((failure) => reportCardFailure(failure, logger));
  if (encoding.cards.length === 0) return;
  const bounds = { ...CARD_ENCODER_LIMITS, places: encoderSessions };
  EncodingPace.publish();
  registerEncoderMetrics(registry, CardSessions.publish("encoding", encoding.cards, bounds));
}
