import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Registry } from "prom-client";
import type { DecodingCard } from "../../../../media-node/ffmpeg/cards/card-decoding.ts";
import {
  type CardFailure,
  CardSessions,
  onCardFailure,
  tellCardFailure,
} from "../../../../media-node/ffmpeg/cards/card-sessions.ts";
import { decodeOnCard } from "../../../../media-node/ffmpeg/cards/decode-on-card.ts";
import { registerDecoderMetrics } from "../../../../media-node/worker/metrics/card-metrics.ts";
import { DECODER_LIMITS } from "../../../../shared/limits/processes.ts";
import { decodingCards } from "../../../support/media-node/nvidia-script.ts";
import { until } from "../../../support/until.ts";

afterEach(() => CardSessions.withdraw("decoding"));

const { signal } = new AbortController();
const LONG = { durationS: DECODER_LIMITS.minCardDecodeS, signal };

/** Decodes under way, which end when told, and which card each was given. */
function underWay(count: number): { readonly cards: DecodingCard[]; end(): Promise<unknown> } {
  const cards: DecodingCard[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const decodes = Array.from({ length: count }, () =>
    decodeOnCard(LONG, async (card) => {
      cards.push(card);
      await promise;
    }),
  );
  return {
    cards,
    end: () => {
      resolve();
      return Promise.all(decodes);
    },
  };
}

test("cards are taken in turn, no more at once than each has places, and the processor then", async () => {
  const sessions = decodingCards([0, 2]);
  const places = 2 * DECODER_LIMITS.decodesPerCard;
  const { cards, end } = underWay(places + 2);
  assert.deepEqual(cards.slice(0, 4), [0, 2, 0, 2]);
  assert.deepEqual(cards.slice(places), [null, null]);
  const full = sessions.status().map(({ active }) => active);
  assert.deepEqual(full, [DECODER_LIMITS.decodesPerCard, DECODER_LIMITS.decodesPerCard]);
  await end();
  assert.deepEqual(sessions.status(), [
    { card: 0, active: 0, begun: DECODER_LIMITS.decodesPerCard, failed: 0, isResting: false },
    { card: 2, active: 0, begun: DECODER_LIMITS.decodesPerCard, failed: 0, isResting: false },
  ]);
});

test("what a card fails at is decoded again by the processor, and counted", async () => {
  const sessions = decodingCards([5]);
  const tried: DecodingCard[] = [];
  const value = await decodeOnCard(LONG, async (card) => {
    tried.push(card);
    if (card !== null) throw new Error("The card fell off the bus.");
    return "frames";
  });
  assert.equal(value, "frames");
  assert.deepEqual(tried, [5, null]);
  assert.deepEqual(sessions.status(), [{ card: 5, active: 0, begun: 1, failed: 1, isResting: false }]);
});

test("what the processor fails at too is the decode's failure, and none of the card", async (t) => {
  const sessions = decodingCards([0]);
  const told: CardFailure[] = [];
  t.after(onCardFailure((failure) => told.push(failure)));
  for (let count = 0; count < DECODER_LIMITS.failuresInRow; count += 1) {
    const decode = decodeOnCard(LONG, async (card) => {
      throw new Error(card === null ? "No video." : "No memory.");
    });
    await assert.rejects(decode, /No video/);
  }
  const begun = DECODER_LIMITS.failuresInRow;
  assert.deepEqual(sessions.status(), [{ card: 0, active: 0, begun, failed: 0, isResting: false }]);
  tellCardFailure({ card: 1, reason: "the end of the test" });
  await until("what the cards failed at is told", () => told.length > 0);
  assert.deepEqual(
    told.map(({ card }) => card),
    [1],
  );
});

test("an abort on a card ends the decode and is no failure of the card", async () => {
  const sessions = decodingCards([0]);
  const controller = new AbortController();
  let calls = 0;
  const decode = decodeOnCard({ ...LONG, signal: controller.signal }, async () => {
    calls += 1;
    controller.abort(new Error("Cancelled."));
    throw new Error("Ended by a signal.");
  });
  await assert.rejects(decode, /Cancelled/);
  assert.equal(calls, 1);
  assert.deepEqual(sessions.status(), [{ card: 0, active: 0, begun: 1, failed: 0, isResting: false }]);
});

test("a card that fails again and again rests, is tried once more, and is back when that goes well", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  const sessions = decodingCards([0]);
  const tried: DecodingCard[] = [];
  const decode = (isBroken: boolean): Promise<void> =>
    decodeOnCard(LONG, async (card) => {
      tried.push(card);
      if (card !== null && isBroken) throw new Error("The driver hangs.");
    });
  for (let count = 0; count < DECODER_LIMITS.failuresInRow; count += 1) await decode(true);
  assert.equal(sessions.status()[0]?.isResting, true);
  tried.length = 0;
  await decode(true);
  t.mock.timers.tick(DECODER_LIMITS.restMs + 1_000);
  await decode(true);
  assert.deepEqual(tried, [null, 0, null]);
  assert.equal(sessions.status()[0]?.isResting, true);
  t.mock.timers.tick(DECODER_LIMITS.restMs + 1_000);
  await decode(false);
  await decode(true);
  assert.equal(sessions.status()[0]?.isResting, false);
});

test("short ranges, and all on a machine without cards, are the processor's", async () => {
  const identity = async (card: DecodingCard): Promise<DecodingCard> => card;
  assert.equal(await decodeOnCard(LONG, identity), null);
  decodingCards([0]);
  assert.equal(await decodeOnCard({ durationS: DECODER_LIMITS.minCardDecodeS - 1, signal }, identity), null);
  assert.equal(await decodeOnCard(LONG, identity), 0);
});

test("the metrics say what decodes, and of each card what it has done", async () => {
  const software = new Registry();
  registerDecoderMetrics(software, null);
  assert.match(await software.metrics(), /^clipmill_video_decoder\{decoder="software"\} 1$/m);
  const registry = new Registry();
  registerDecoderMetrics(registry, decodingCards([3]));
  await decodeOnCard(LONG, async (card) => assert.equal(card, null)).catch(() => undefined);
  const text = await registry.metrics();
  assert.match(text, /^clipmill_video_decoder\{decoder="cuda"\} 1$/m);
  assert.match(text, /^clipmill_video_decoder_decodes_total\{card="3"\} 1$/m);
  assert.match(text, /^clipmill_video_decoder_resting\{card="3"\} 0$/m);
  assert.match(text, /^clipmill_video_decoder_fallbacks_total\{card="3"\} 1$/m);
  assert.match(text, /^clipmill_video_decoder_active\{card="3"\} 0$/m);
});
