// A stand-in for an ffmpeg on a machine with NVIDIA's cards that encode, and decode for it: what is asked of a card is
// done with the processor's means, on frames in the pixel format that a card brings to memory.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { CardSessions } from "../../../media-node/ffmpeg/cards/card-sessions.ts";
import { EncodingPace } from "../../../media-node/ffmpeg/cards/encoding-pace.ts";
import { CARD_ENCODER_LIMITS, DECODER_LIMITS } from "../../../shared/limits/processes.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { CARD_DECODES, cardScript } from "./ffmpeg-script.ts";
import { BUNDLED } from "./media-tools.ts";

/** Encodes what it was asked to, as a card would. */
export const CARD_ENCODES = 'encode "$@"';

/**
 * @param answers What a run that encodes on a card does, by the card's number: a line of shell, in which `$decodes` is 1
 * where the card also decodes. Others fail as drivers do without the card. What is only decoded on one of them is.
 */
export async function nvidiaScript(
  t: TestContext,
  answers: Readonly<Record<number, string>>,
  ffmpeg: string = BUNDLED.ffmpeg,
): Promise<string> {
  const path = join(await temporaryFolder(t), "ffmpeg");
  const decodes = Object.fromEntries(Object.keys(answers).map((card) => [card, CARD_DECODES]));
  const decoder = await cardScript(t, decodes, ffmpeg);
  const cases = Object.entries(answers).map(([card, answer]) => `${card}) ${answer} ;;`);
  const lines = [
    "#!/bin/sh",
    "encode() {",
    '  for arg in "$@"; do',
    "    shift",
    '    case "$arg" in -hwaccel* | -gpu | -rc | -spatial-aq | -b:v) drop=1; continue ;; esac',
    '    if [ -n "$drop" ]; then drop=; continue; fi',
    '    case "$arg" in',
    "      -cq) arg=-crf ;;",
    "      p5) arg=veryfast ;;",
    "      h264_nvenc) arg=libx264 ;;",
    `      "[0:"*) [ -n "$decodes" ] && arg=$(printf %s "$arg" | sed 's/^\\[0:[0-9]*\\]/&format=nv12,/') ;;`,
    "    esac",
    '    set -- "$@" "$arg"',
    "  done",
    `  exec '${ffmpeg}' "$@"`,
    "}",
    'for arg in "$@"; do',
    '  [ "$before" = -gpu ] && card=$arg',
    '  [ "$before" = -hwaccel_device ] && decodes=1',
    "  before=$arg",
    "done",
    'case "$card" in',
    `"") exec '${decoder}' "$@" ;;`,
    ...cases,
    '*) echo "[h264_nvenc @ 0x55d] No capable devices found" >&2; exit 1 ;;',
    "esac",
    "",
  ];
  await writeFile(path, lines.join("\n"), { mode: 0o755 });
  return path;
}

/** Threads that start from here on decode on the cards. */
export function decodingCards(cards: readonly number[]): CardSessions {
  const { decodesPerCard: places, failuresInRow, restMs } = DECODER_LIMITS;
  return CardSessions.publish("decoding", cards, { places, failuresInRow, restMs });
}

/** Threads that start from here on encode on the cards. */
export function encodingCards(cards: readonly number[], places: number): CardSessions {
  EncodingPace.publish();
  return CardSessions.publish("encoding", cards, { ...CARD_ENCODER_LIMITS, places });
}
