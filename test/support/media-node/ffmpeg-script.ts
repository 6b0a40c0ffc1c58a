// A stand-in for ffmpeg: a shell script that answers as a machine's encoders would. What it has no answer for goes to
// the bundled ffmpeg.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../temporary-folder.ts";
import { BUNDLED } from "./media-tools.ts";

/** What a run with an encoder does, by the encoder's name: a line of shell, such as `echo "no device" >&2; exit 1`. */
export type EncoderAnswers = Readonly<Record<string, string>>;

/** The script's path; it lives as long as the test. */
export async function ffmpegScript(t: TestContext, answers: EncoderAnswers): Promise<string> {
  const path = join(await temporaryFolder(t), "ffmpeg");
  const cases = Object.entries(answers).map(([encoder, answer]) => `*" ${encoder} "*) ${answer} ;;`);
  const lines = ["#!/bin/sh", 'case " $* " in', ...cases, `*) exec '${BUNDLED.ffmpeg}' "$@" ;;`, "esac", ""];
  await writeFile(path, lines.join("\n"), { mode: 0o755 });
  return path;
}

/** What a run with a card does, by the card's number: a line of shell. */
export type CardAnswers = Readonly<Record<number, string>>;

/** Decodes what it was asked to, as a card would. */
export const CARD_DECODES = 'decode "$@"';

/** The card's filters as the processor has them. */
const AS_SOFTWARE = [
  "s/scale_cuda=/scale=/g",
  "s/:interp_algo=bilinear:format=nv12/:flags=area,format=nv12/g",
  "s/hwdownload,//g",
].join("; ");

/**
 * A stand-in for an ffmpeg on a machine with cards: what is to be decoded on one is answered as told, and a card that is
 * not there as CUDA does. The script's path; it lives as long as the test.
 */
export async function cardScript(
  t: TestContext,
  answers: CardAnswers,
  ffmpeg: string = BUNDLED.ffmpeg,
): Promise<string> {
  const path = join(await temporaryFolder(t), "ffmpeg");
  const cases = Object.entries(answers).map(([card, answer]) => `${card}) ${answer} ;;`);
  const lines = [
    "#!/bin/sh",
    "decode() {",
    '  for arg in "$@"; do',
    "    shift",
    // Filters for a card's frames cannot be kept when the size changes, whatever is asked for.
    '    case "$arg" in -hwaccel* | -reinit_filter) drop=1; continue ;; esac',
    '    if [ -n "$drop" ]; then drop=; continue; fi',
    `    set -- "$@" "$(printf %s "$arg" | sed '${AS_SOFTWARE}')"`,
    "  done",
    `  '${ffmpeg}' "$@"`,
    "}",
    'for arg in "$@"; do [ "$before" = -hwaccel_device ] && card=$arg; before=$arg; done',
    'case "$card" in',
    `"") exec '${ffmpeg}' "$@" ;;`,
    ...cases,
    '*) echo "[AVHWDeviceContext @ 0x55d] cuDeviceGet failed -> CUDA_ERROR_INVALID_DEVICE" >&2; exit 1 ;;',
    "esac",
    "",
  ];
  await writeFile(path, lines.join("\n"), { mode: 0o755 });
  return path;
}
