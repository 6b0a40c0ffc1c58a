// Finds the cards that decode video on this machine, as encoders are found: each is opened and decodes a small film,
// with the very options of an overview, and must give the frames that the processor gives, light and colour. A
// build of ffmpeg may know CUDA without a driver, a container may lack the driver's video part, and some cards have no
// decoder.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorMessage } from "../../../shared/error-message.ts";
import { hasErrorCode } from "../../../shared/errors.ts";
import { DECODER_LIMITS } from "../../../shared/limits/processes.ts";
import { SettingError } from "../../../shared/process/environment.ts";
import { runFfmpeg, untrustedInput } from "../ffmpeg.ts";
import { cardInput, type DecodingCard, shrunkOnCard } from "./card-decoding.ts";
import { type ProbedCards, probeAllCards } from "./card-probes.ts";

export const VIDEO_DECODER_NAMES = ["auto", "software", "cuda"] as const;
export type VideoDecoderName = (typeof VIDEO_DECODER_NAMES)[number];

/** No cards where the processor decodes everything; without a reason where none is wanted. */
export type DecoderChoice = ProbedCards;

const FILM_SIZE = { width: 640, height: 360 };
const PROBE_SIZE = { width: 64, height: 36 };
/** Light, and colour at half the size. */
const FRAME_BYTES = (PROBE_SIZE.width * PROBE_SIZE.height * 3) / 2;
const PROBE_FRAMES = 8;
/** Mean difference of the frames' levels, 0 to 255; rounding twice makes less than one, another frame tens. */
const MAX_DIFFERENCE = 3;
const REASON_LENGTH = 200;

/** Arguments that make the film. */
function probeFilmArguments(path: string): string[] {
  const { width, height } = FILM_SIZE;
  return [
    ...["-f", "lavfi", "-i", `testsrc2=s=${width}x${height}:r=25`, "-frames:v", String(PROBE_FRAMES)],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", path],
  ];
}

/** Arguments that decode the film to small frames on `pipe:1`. */
export function probeDecodeArguments(path: string, card: DecodingCard): string[] {
  const { width, height } = PROBE_SIZE;
  const filters = [
    ...shrunkOnCard(card, PROBE_SIZE),
    `scale=${width}:${height}:flags=area`,
    "format=yuv420p",
  ];
  return [
    ...untrustedInput(path, { extra: cardInput(card) }),
    ...["-map", "0:v", "-vf", filters.join(",")],
    ...["-f", "rawvideo", "-c:v", "rawvideo", "-pix_fmt", "yuv420p", "pipe:1"],
  ];
}

interface Probing {
  readonly ffmpeg: string;
  readonly filmPath: string;
  readonly timeoutMs: number;
}

async function decodeFilm({ ffmpeg, filmPath, timeoutMs }: Probing, card: DecodingCard): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await runFfmpeg(ffmpeg, {
    args: probeDecodeArguments(filmPath, card),
    timeoutMs,
    signal: new AbortController().signal,
    onOutput: (chunk) => chunks.push(chunk),
  });
  return Buffer.concat(chunks);
}

function meanDifference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, level, at) => sum + Math.abs(level - (b[at] ?? 0)), 0) / a.length;
}

/** Why ffmpeg failed, in one line: its first, where the cause stands, without its part's name. */
export function causeOf(error: unknown): string {
  if (hasErrorCode(error, "TIMED_OUT")) return "it did not answer in time";
  const told = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = errorMessage(told);
  const first = text.replace(/^ffmpeg (was )?ended with \d+: /, "").split("\n", 1)[0] ?? "";
  return first.replace(/^\[[^\]]*\]\s*/, "").slice(0, REASON_LENGTH) || "it failed without a word";
}

/** Null where the card decodes the film as the processor did, or why it is not used. */
async function probeCard(probing: Probing, card: number, expected: Buffer): Promise<string | null> {
  try {
    const frames = await decodeFilm(probing, card);
    if (frames.length !== PROBE_FRAMES * FRAME_BYTES) return "it left out frames";
    return meanDifference(expected, frames) <= MAX_DIFFERENCE ? null : "its frames are not the film's";
  } catch (error) {
    return causeOf(error);
  }
}

async function probeCards(probing: Probing): Promise<DecoderChoice> {
  const { ffmpeg, filmPath, timeoutMs } = probing;
  const signal = new AbortController().signal;
  await runFfmpeg(ffmpeg, { args: probeFilmArguments(filmPath), timeoutMs, signal });
  const expected = await decodeFilm(probing, null);
  return probeAllCards(DECODER_LIMITS.cards, (card) => probeCard(probing, card, expected));
}

/**
 * The cards that decode here: none where none is wanted, else those that give the frames of a film.
 * @throws SettingError where cards were asked for and none decodes
 */
export async function chooseVideoDecoder(
  ffmpeg: string,
  wanted: VideoDecoderName,
  timeoutMs: number = DECODER_LIMITS.probeTimeoutMs,
): Promise<DecoderChoice> {
  if (wanted === "software") return { cards: [], missing: null };
  const folder = await mkdtemp(join(tmpdir(), "clipmill-decoders-"));
  try {
    const choice = await probeCards({ ffmpeg, filmPath: join(folder, "film.mp4"), timeoutMs });
    if (wanted === "auto" || choice.missing === null) return choice;
    throw new SettingError(
      "CLIPMILL_VIDEO_DECODER",
      `must name what works on this machine (cuda: ${choice.missing}); "auto" uses cards where they decode.`,
    );
  } catch (error) {
    if (wanted !== "auto" || error instanceof SettingError) throw error;
    return { cards: [], missing: causeOf(error) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
