// Small grey frames of a source as ffmpeg decodes them, each with its own time: a row of pixels below the frame
// carries it, because the raw pipe has no timestamps. Frames are chosen before they are scaled, and only the row goes
// through ffmpeg's slow `geq`, so that what is not looked at costs little more than its decoding.
import { PROCESS_LIMITS } from "../../../shared/limits/processes.ts";
import {
  cardInput,
  type DecodingCard,
  shrunkOnCard,
  watchedOnCard,
} from "../../ffmpeg/cards/card-decoding.ts";
import { clockOf, runFfmpeg, type SourceClock, seconds, untrustedInput } from "../../ffmpeg/ffmpeg.ts";
import { type FrameSize, keptFilters } from "../../ffmpeg/fit-frames.ts";
import { FROM_KEY_FRAME } from "../../ffmpeg/steady-frames.ts";
import type { VideoSpecifier } from "../../ffmpeg/stream-specifier.ts";
import { ByteBlocks } from "../../signal/byte-blocks.ts";
import type { Span } from "../../signal/span.ts";
import { STAMP_BYTES, stampAt } from "./frame-steps.ts";

export interface StampedFramesCall extends Span, SourceClock {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly videoSpecifier: VideoSpecifier;
  /** Frames are squeezed into it as they are coded, lying on their side or not; at least `STAMP_BYTES` wide. */
  readonly size: FrameSize;
  /** The first frame in each such part of a second; null for every frame. */
  readonly perS: number | null;
  /**
   * Where colours are wanted too: under each frame lie as many more rows, which begin with those of the first colour
   * difference (U) in this size and go on with those of the second (V); 128 is grey.
   */
  readonly colours?: FrameSize;
  /** Options of the decoder, such as `-skip_frame noref`. */
  readonly decoding: readonly string[];
  /** What decodes; the processor unless told. A card needs `perS`. */
  readonly card?: DecodingCard;
}

/** Times are told to the microsecond, which is finer than any container's clock; four bytes hold more than an hour. */
const STAMPS_PER_S = 1_000_000;
/** The muxer repeats and drops frames to keep a constant rate: frames are numbered for it, and repeated ones passed over. */
const NOMINAL_RATE = "25";

/**
 * Numbers frames for the muxer. A card's filters start over where the size changes, whatever is asked for, and so would
 * their count, and what comes then would be dropped as long past: there the slot is the number. The muxer fills empty
 * slots with the frame before, which its time tells apart.
 */
function numbered(card: DecodingCard, perS: number | null): string {
  const number = card === null || perS === null ? "N" : `'floor(max(T,0)*${perS})'`;
  return `setpts=${number}/${NOMINAL_RATE}/TB`;
}

/** Arguments that put the frames and their rows on `pipe:1`. */
export function stampedFramesArgs(call: StampedFramesCall): string[] {
  const { width, height } = call.size;
  const { colours, card = null } = call;
  const slot = (time: string): string => `floor(${time}*${call.perS})`;
  const chosen = `select='isnan(prev_selected_t)+gt(${slot("t")},${slot("prev_selected_t")})'`;
  const stamp = `mod(floor(max(T,0)*${STAMPS_PER_S}/pow(256,X)),256)*lt(X,${STAMP_BYTES})`;
  const scaled = [
    `trim=start=0:end=${seconds(call.endS - call.startS)}`,
    ...(call.perS === null ? [] : [chosen]),
    ...shrunkOnCard(card, call.size),
    `scale=${width}:${height}:flags=area`,
  ];
  const grey = "format=gray,split=2[frame][row]";
  const coloured = (of: FrameSize): string[] => [
    `${scaled.join(",")},format=yuv420p,split=2[grey][coloured]`,
    `[grey]${grey}`,
    `[coloured]scale=${of.width}:${of.height}:flags=area,format=yuv444p,extractplanes=u+v[u][v]`,
    `[u][v]hstack,pad=${width}:${of.height}[colours]`,
  ];
  const graph = [
    ...(colours === undefined ? [[...scaled, grey].join(",")] : coloured(colours)),
    `[row]crop=${width}:1:0:0,geq=lum='${stamp}'[time]`,
    `[frame]${colours === undefined ? "[time]vstack=inputs=2" : "[colours][time]vstack=inputs=3"},${numbered(card, call.perS)}`,
  ];
  return [
    ...untrustedInput(call.sourcePath, {
      seekS: call.startS,
      ...clockOf(call),
      extra: [...FROM_KEY_FRAME, ...call.decoding, ...keptFilters(), ...cardInput(card)],
    }),
    ...["-map", `0:${call.videoSpecifier}`, "-an", "-sn", "-dn", "-vf", graph.join(";")],
    ...["-r", NOMINAL_RATE, "-f", "rawvideo", "-c:v", "rawvideo", "-pix_fmt", "gray", "pipe:1"],
  ];
}

/**
 * Hands each frame on, as bytes that are refilled for the next one, with its time after `startS`.
 * @throws the errors of `runFfmpeg`; what `onFrame` throws
 */
export async function readStampedFrames(
  call: StampedFramesCall,
  signal: AbortSignal,
  onFrame: (pixels: Uint8Array, timeS: number, colours: Uint8Array) => void,
): Promise<void> {
  const { width, height } = call.size;
  const pixelCount = width * height;
  const stampOffset = pixelCount + width * (call.colours?.height ?? 0);
  const block = new Uint8Array(stampOffset + width);
  const pixels = block.subarray(0, pixelCount);
  const colours = block.subarray(pixelCount, stampOffset);
  let lastStamp = -1;
  const blocks = new ByteBlocks(block, () => {
    const stamp = stampAt(block, stampOffset);
    // The muxer repeats frames: into empty slots, and a first one of more than a slot's length (versions up to 5).
    if (stamp === lastStamp) return;
    lastStamp = stamp;
    onFrame(pixels, stamp / STAMPS_PER_S, colours);
  });
  await runFfmpeg(call.ffmpeg, {
    args: stampedFramesArgs(call),
    timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    signal,
    onOutput: (chunk) => blocks.push(chunk),
    ...watchedOnCard(call.card ?? null),
  });
}
