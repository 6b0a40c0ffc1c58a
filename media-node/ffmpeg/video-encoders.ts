// Finds the video encoder that renders on this machine: each is opened and given a few frames, with the very options
// of a render. A list of what ffmpeg was built with says nothing: drivers may be missing, and some GPUs of data centres
// have no encoder at all.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { hasErrorCode } from "../../shared/errors.ts";
import { DECODER_LIMITS, ENCODER_LIMITS } from "../../shared/limits/processes.ts";
import { SettingError } from "../../shared/process/environment.ts";
import { isOnCard, withCard } from "./cards/card-decoding.ts";
import { probeAllCards } from "./cards/card-probes.ts";
import { runProcess } from "./child-process.ts";
import {
  encodersOf,
  VIDEO_ENCODER_NAMES,
  type VideoEncoder,
  type VideoEncoderName,
} from "./video-encoder-settings.ts";

export interface PassedOverEncoder {
  readonly name: VideoEncoderName;
  readonly reason: string;
}

export interface EncoderChoice {
  readonly encoder: VideoEncoder;
  /** NVIDIA's cards that it works on, by CUDA's numbers; empty for other encoders. */
  readonly cards: readonly number[];
  /** Those before it in the order that do not work here. */
  readonly passedOver: readonly PassedOverEncoder[];
}

const DEVICES_FOLDER = "/dev/dri";
const PROBE_FRAMES = 8;
const REASON_LENGTH = 200;
/** What ffmpeg says of an encoder that it does not know, or knows without our options. */
const BUILT_WITHOUT = "this ffmpeg was built without it, or too long ago for it";
const NOT_IN_BUILD = /^(Unknown encoder|Unrecognized option)/;

/** Arguments that open the encoder as a render does and give it a few small frames. */
export function probeArguments(encoder: VideoEncoder): string[] {
  const filters = ["format=yuv420p", ...encoder.uploadFilters].join(",");
  return [
    ...["-nostdin", "-hide_banner", "-loglevel", "error", ...encoder.deviceArgs],
    ...["-f", "lavfi", "-i", "color=c=gray:s=640x360:r=25:d=1", "-vf", filters],
    ...["-frames:v", String(PROBE_FRAMES), ...encoder.outputArgs, "-f", "null", "-"],
  ];
}

/** The first line that ffmpeg wrote, where the cause stands; the lines after it only say what could not go on. */
function causeIn(stderr: string): string {
  const [first = ""] = stderr.trim().split("\n");
  if (NOT_IN_BUILD.test(first)) return BUILT_WITHOUT;
  return first.replace(/^\[[^\]]*\]\s*/, "").slice(0, REASON_LENGTH) || "it failed without a word";
}

interface Probing {
  readonly ffmpeg: string;
  readonly renderNodes: readonly string[];
  readonly timeoutMs: number;
}

/** Null where the encoder works, or why it does not. */
async function probeEncoder({ ffmpeg, timeoutMs }: Probing, encoder: VideoEncoder): Promise<string | null> {
  try {
    const { exitCode, stderr } = await runProcess({
      command: ffmpeg,
      args: probeArguments(encoder),
      timeoutMs,
      signal: new AbortController().signal,
    });
    return exitCode === 0 ? null : causeIn(stderr);
  } catch (error) {
    return hasErrorCode(error, "TIMED_OUT") ? "it did not answer in time" : String(error);
  }
}

async function listRenderNodes(): Promise<string[]> {
  const names = await readdir(DEVICES_FOLDER).catch(() => []);
  const nodes = names.filter((name) => /^renderD\d+$/.test(name)).sort();
  return nodes.slice(0, ENCODER_LIMITS.renderNodes).map((name) => join(DEVICES_FOLDER, name));
}

type OpenedEncoder = Pick<EncoderChoice, "encoder" | "cards">;

/** The cards on which the encoder works, or the reason why there is none. */
async function openOnCards(
  probing: Probing,
  encoder: VideoEncoder,
): Promise<OpenedEncoder | PassedOverEncoder> {
  const { cards, missing } = await probeAllCards(DECODER_LIMITS.cards, (card) =>
    probeEncoder(probing, { ...encoder, outputArgs: withCard(encoder.outputArgs, card) }),
  );
  return missing === null ? { encoder, cards } : { name: encoder.name, reason: missing };
}

/** The first way to use the encoder that works, or the reason why there is none. */
async function openEncoder(
  probing: Probing,
  name: VideoEncoderName,
): Promise<OpenedEncoder | PassedOverEncoder> {
  let reason = `there is no ${DEVICES_FOLDER}/renderD*`;
  for (const encoder of encodersOf(name, probing.renderNodes)) {
    if (isOnCard(encoder.outputArgs)) return openOnCards(probing, encoder);
    const failure = await probeEncoder(probing, encoder);
    if (failure === null) return { encoder, cards: [] };
    reason = failure;
  }
  return { name, reason };
}

function isPassedOver(opened: OpenedEncoder | PassedOverEncoder): opened is PassedOverEncoder {
  return "reason" in opened;
}

function describe({ name, reason }: PassedOverEncoder): string {
  return `${name}: ${reason}`;
}

/**
 * Opens the encoder that was asked for, or all of them side by side and takes the first of `VIDEO_ENCODER_NAMES` that
 * works: a fraction of a second where drivers answer, bounded where one hangs.
 * @throws SettingError when the encoder that was asked for does not work, or none does
 */
export async function chooseVideoEncoder(
  ffmpeg: string,
  wanted: VideoEncoderName | "auto",
  timeoutMs: number = ENCODER_LIMITS.probeTimeoutMs,
): Promise<EncoderChoice> {
  const names = wanted === "auto" ? VIDEO_ENCODER_NAMES : [wanted];
  const probing = { ffmpeg, renderNodes: await listRenderNodes(), timeoutMs };
  const opened = await Promise.all(names.map((name) => openEncoder(probing, name)));
  const at = opened.findIndex((each) => !isPassedOver(each));
  const first = opened[at];
  const passedOver = opened.slice(0, at === -1 ? opened.length : at).filter(isPassedOver);
  if (first !== undefined && !isPassedOver(first)) return { ...first, passedOver };
  const reasons = passedOver.map(describe).join("; ");
  if (wanted === "auto") {
    throw new SettingError(
      "CLIPMILL_FFMPEG",
      `must name a build with a video encoder that works (${reasons}).`,
    );
  }
  throw new SettingError(
    "CLIPMILL_VIDEO_ENCODER",
    `must name an encoder that works on this machine (${reasons}); "auto" takes one that does.`,
  );
}
