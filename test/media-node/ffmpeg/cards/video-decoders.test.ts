import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readMediaNodeConfig } from "../../../../media-node/config.ts";
import { cardInput, shrunkOnCard } from "../../../../media-node/ffmpeg/cards/card-decoding.ts";
import {
  chooseVideoDecoder,
  probeDecodeArguments,
} from "../../../../media-node/ffmpeg/cards/video-decoders.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { CARD_DECODES, cardScript } from "../../../support/media-node/ffmpeg-script.ts";
import { BUILDS } from "../../../support/media-node/media-tools.ts";

after(assertNoChildren);

const NO_DRIVER =
  'printf "[AVHWDeviceContext @ 0x55d] Cannot load libcuda.so.1\\nDevice creation failed: -1.\\n" >&2; exit 1';

test("every card that decodes the film is found, whatever lies between them", async (t) => {
  const ffmpeg = await cardScript(t, { 0: CARD_DECODES, 1: "exit 1", 2: CARD_DECODES });
  assert.deepEqual(await chooseVideoDecoder(ffmpeg, "auto"), { cards: [0, 2], missing: null });
});

test("where the first card does not decode, the others are tried", async (t) => {
  const ffmpeg = await cardScript(t, { 0: "exit 1", 1: CARD_DECODES, 3: CARD_DECODES });
  assert.deepEqual(await chooseVideoDecoder(ffmpeg, "auto"), { cards: [1, 3], missing: null });
});

test("without a driver the processor decodes, and the reason is told", async (t) => {
  const ffmpeg = await cardScript(t, { 0: NO_DRIVER });
  assert.deepEqual(await chooseVideoDecoder(ffmpeg, "auto"), {
    cards: [],
    missing: "Cannot load libcuda.so.1",
  });
});

test("cards that are asked for and do not decode stop the start with the reason", async (t) => {
  const ffmpeg = await cardScript(t, { 0: NO_DRIVER });
  await assert.rejects(chooseVideoDecoder(ffmpeg, "cuda"), {
    name: "SettingError",
    message: /^CLIPMILL_VIDEO_DECODER .*\(cuda: Cannot load libcuda\.so\.1\); "auto"/,
  });
});

test("cards that work are left alone where software is asked for", async (t) => {
  const ffmpeg = await cardScript(t, { 0: CARD_DECODES });
  assert.deepEqual(await chooseVideoDecoder(ffmpeg, "software"), { cards: [], missing: null });
});

test("a card that gives other frames, fewer frames, or none in time is not used", async (t) => {
  const reasons: string[] = [];
  const answers = ["head -c 27648 /dev/zero", `${CARD_DECODES} | head -c 3456`, "exec sleep 60"];
  for (const answer of answers) {
    const ffmpeg = await cardScript(t, { 0: answer });
    const { cards, missing } = await chooseVideoDecoder(ffmpeg, "auto", 3_000);
    assert.deepEqual(cards, []);
    reasons.push(missing ?? "");
  }
  assert.deepEqual(reasons, [
    "its frames are not the film's",
    "it left out frames",
    "it did not answer in time",
  ]);
});

test("a card is probed with the very options of an overview", () => {
  const args = probeDecodeArguments("/data/film.mp4", 3);
  const at = args.indexOf("-xerror");
  assert.deepEqual(args.slice(at, at + cardInput(3).length), cardInput(3));
  assert.ok(at < args.indexOf("-i"));
  const shrunk = shrunkOnCard(3, { width: 64, height: 36 }).join(",");
  assert.ok(args[args.indexOf("-vf") + 1]?.startsWith(`${shrunk},scale=64:36`));
});

test("what decodes is a setting, chosen by the node unless told, and an unknown name is refused", () => {
  const read = (name: string | undefined) =>
    readMediaNodeConfig({ CLIPMILL_DATABASE_URL: "postgres://none", CLIPMILL_VIDEO_DECODER: name })
      .videoDecoder;
  assert.deepEqual([read(undefined), read("software")], ["auto", "software"]);
  assert.throws(() => read("vaapi"), {
    name: "SettingError",
    message: /^CLIPMILL_VIDEO_DECODER must be one of auto, software, cuda/,
  });
});

for (const build of BUILDS) {
  test(`${build.name} finds cards, or one line of reason`, { skip: build.skip }, async (t) => {
    const { cards, missing } = await chooseVideoDecoder(build.ffmpeg, "auto");
    t.diagnostic(missing ?? `cards ${cards.join(", ")}`);
    if (cards.length === 0) assert.match(missing ?? "", /^[^\n]{3,200}$/);
    else assert.equal(missing, null);
  });
}
