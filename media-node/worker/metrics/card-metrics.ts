// What Prometheus sees of the cards that decode and encode video; read from the numbers that the threads share.
import { Gauge, type Registry } from "prom-client";
import type { CardSessions, CardStatus } from "../../ffmpeg/cards/card-sessions.ts";
import { registerStatusGauges, type StatusFigure } from "./status-gauges.ts";

type Sessions = Pick<CardSessions, "status">;

const DECODER_FIGURES: readonly StatusFigure<CardStatus>[] = [
  {
    name: "clipmill_video_decoder_active",
    help: "Decodes under way on the card.",
    read: ({ active }) => active,
  },
  {
    name: "clipmill_video_decoder_decodes_total",
    help: "Decodes that were begun on the card.",
    read: ({ begun }) => begun,
  },
  {
    name: "clipmill_video_decoder_fallbacks_total",
    help: "Decodes that failed on the card and were done by the processor instead.",
    read: ({ failed }) => failed,
  },
  {
    name: "clipmill_video_decoder_resting",
    help: "1 while the card is not used, because it failed repeatedly.",
    read: ({ isResting }) => Number(isResting),
  },
];

const ENCODER_FIGURES: readonly StatusFigure<CardStatus>[] = [
  {
    name: "clipmill_video_encoder_card_active",
    help: "Clips and parts of reels under way on the card.",
    read: ({ active }) => active,
  },
  {
    name: "clipmill_video_encoder_card_encodes_total",
    help: "Clips and parts of reels that were begun on the card.",
    read: ({ begun }) => begun,
  },
  {
    name: "clipmill_video_encoder_card_failures_total",
    help: "Clips and parts of reels that failed on the card.",
    read: ({ failed }) => failed,
  },
  {
    name: "clipmill_video_encoder_card_resting",
    help: "1 while the card is not used, because it failed.",
    read: ({ isResting }) => Number(isResting),
  },
];

function registerCards(
  registry: Registry,
  figures: readonly StatusFigure<CardStatus>[],
  sessions: Sessions,
): void {
  registerStatusGauges(registry, figures, ["card"], () =>
    sessions.status().map((status) => [{ card: String(status.card) }, status]),
  );
}

/** Shows what decodes, and how the cards do whenever the metrics are read. @param sessions Null without cards. */
export function registerDecoderMetrics(registry: Registry, sessions: Sessions | null): void {
  const decoder = new Gauge({
    name: "clipmill_video_decoder",
    help: "1 for the decoder of video analysis: cuda or software.",
    labelNames: ["decoder"],
    registers: [registry],
  });
  decoder.set({ decoder: sessions === null ? "software" : "cuda" }, 1);
  if (sessions !== null) registerCards(registry, DECODER_FIGURES, sessions);
}

/** Shows how the cards do that encode, whenever the metrics are read. */
export function registerEncoderMetrics(registry: Registry, sessions: Sessions): void {
  registerCards(registry, ENCODER_FIGURES, sessions);
}
