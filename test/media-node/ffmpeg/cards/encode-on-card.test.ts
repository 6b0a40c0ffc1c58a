import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Registry } from "prom-client";
import { CardSessions } from "../../../../media-node/ffmpeg/cards/card-sessions.ts";
import { encodeOnCard } from "../../../../media-node/ffmpeg/cards/encode-on-card.ts";
import { EncodingPace } from "../../../../media-node/ffmpeg/cards/encoding-pace.ts";
import { registerEncoderMetrics } from "../../../../media-node/worker/metrics/card-metrics.ts";
import { AppError } from "../../../../shared/errors.ts";
import { decodingCards, encodingCards } from "../../../support/media-node/nvidia-script.ts";
import { until } from "../../../support/until.ts";

const { signal } = new AbortController();
const CLIP = { durationS: 30, timeoutMs: 30_000, mayDecode: true, signal };

let sessions: CardSessions;
beforeEach(() => {
  sessions = encodingCards([0, 1], 2);
});
afterEach(() => {
  CardSessions.withdraw("encoding");
  CardSessions.withdraw("decoding");
});

/** Takes all places; call the result to give one back. */
function fill(): () => void {
  const places = Array.from({ length: 4 }, () => sessions.take());
  return () => places.pop()?.giveBack(false);
}

/** Encodes, and notes what with. */
async function encoded(clip = CLIP, hasSoftware = true): Promise<string[]> {
  const tried: string[] = [];
  const software = async (): Promise<void> => {
    tried.push("libx264");
  };
  await encodeOnCard(
    clip,
    async ({ card, decodes }) => {
      tried.push(decodes ? `decoded on ${card}` : `on ${card}`);
    },
    hasSoftware ? software : null,
  );
  return tried;
}

test("clips are spread over the cards, and decoded where the card has a place for that", async () => {
  decodingCards([1]);
  const held = sessions.take();
  assert.deepEqual(await encoded(), ["decoded on 1"]);
  held?.giveBack(false);
  assert.deepEqual(await encoded(), ["on 0"]);
  assert.deepEqual(await encoded({ ...CLIP, durationS: 5 }), ["on 0"]);
});

test("no card has more sessions than its places, and libx264 takes the rest while no pace is known", async () => {
  fill();
  assert.deepEqual(await encoded(), ["libx264"]);
});

test("where cards are much faster a clip waits for a place", async () => {
  const pace = EncodingPace.find();
  pace?.note("card", 30, 1_000);
  pace?.note("software", 30, 60_000);
  const free = fill();
  const waiting = encoded();
  await until("the clip to wait", () => (pace?.worthwhileWaitMs(0.1, 4) ?? 1) === 0);
  free();
  assert.deepEqual(await waiting, ["on 1"]);
});

test("where libx264 would have finished sooner a clip does not wait", async () => {
  const pace = EncodingPace.find();
  pace?.note("card", 30, 50_000);
  pace?.note("software", 30, 60_000);
  fill();
  // Ten seconds would be saved, and fifty divided by five are not longer; with one waiting already they are.
  assert.equal(pace?.worthwhileWaitMs(30, 4), 0);
  assert.deepEqual(await encoded(), ["libx264"]);
});

test("a clip that waited in vain for what it could save is libx264's", async () => {
  const pace = EncodingPace.find();
  pace?.note("card", 30, 300);
  pace?.note("software", 30, 600);
  fill();
  assert.deepEqual(await encoded(), ["libx264"]);
});

test("what nothing may take over from cards waits for one, and fails where all are left alone", async () => {
  const free = fill();
  const waiting = encoded(CLIP, false);
  free();
  assert.deepEqual(await waiting, ["on 1"]);
  for (let count = 0; count < 3; count += 1) free();
  for (const card of [0, 1]) sessions.take(card)?.giveBack(true);
  await assert.rejects(encoded(CLIP, false), { code: "INTERNAL" });
});

test("an abort ends a wait, and a place that failed thereby counts as no failure", async () => {
  fill();
  const controller = new AbortController();
  const waiting = encoded({ ...CLIP, signal: controller.signal }, false);
  controller.abort(new Error("Cancelled."));
  await assert.rejects(waiting, /Cancelled/);
  assert.equal(EncodingPace.find()?.worthwhileWaitMs(30, 1), 0);
});

test("a driver that hangs is not asked a second time", async () => {
  decodingCards([0, 1]);
  let attempts = 0;
  const hangs = async (): Promise<void> => {
    attempts += 1;
    throw new AppError("TIMED_OUT");
  };
  const reason = await encodeOnCard(CLIP, hangs, async () => undefined);
  assert.equal(reason, "card 0: it did not answer in time");
  assert.equal(attempts, 1);
  assert.partialDeepStrictEqual(sessions.status()[0], { active: 0, failed: 1, isResting: true });
});

test("the metrics say of each card what it has encoded", async () => {
  const registry = new Registry();
  registerEncoderMetrics(registry, sessions);
  await encoded();
  sessions.take();
  const text = await registry.metrics();
  assert.match(text, /^clipmill_video_encoder_card_encodes_total\{card="0"\} 2$/m);
  assert.match(text, /^clipmill_video_encoder_card_active\{card="0"\} 1$/m);
  assert.match(text, /^clipmill_video_encoder_card_failures_total\{card="1"\} 0$/m);
  assert.match(text, /^clipmill_video_encoder_card_resting\{card="1"\} 0$/m);
});
