// What ffmpeg is told so that an NVIDIA card decodes (NVDEC) and makes frames small before they come to memory; only
// lists of arguments. Without a card all of them are empty, so that nothing changes on a machine that has none.
import type { FfmpegRun } from "../ffmpeg.ts";
import type { FrameSize } from "../fit-frames.ts";

/** A card by CUDA's number, or null where the processor decodes. */
export type DecodingCard = number | null;

/** Stands for a card's number in arguments that are built before a card is chosen (see `withCard`). */
export const CARD = "{card}";

/** Arguments in which `CARD` is an argument of its own, for one card. */
export function withCard(args: readonly string[], card: number): string[] {
  return args.map((arg) => (arg === CARD ? String(card) : arg));
}

/** Halvings enough for a frame of 16 times the wanted size and more; those that are not needed pass frames on. */
const MAX_HALVINGS = 5;

/**
 * Input options. The card's frames stay with it until a filter fetches them. Any error ends the decode (`-xerror`):
 * ffmpeg would go on without the frames that a failing card leaves out, and the processor is asked again instead.
 * Frames in several threads take the card's surfaces and give nothing.
 */
export function cardInput(card: DecodingCard): string[] {
  if (card === null) return [];
  return [
    ...["-xerror", "-hwaccel", "cuda", "-hwaccel_device", String(card)],
    ...["-hwaccel_output_format", "cuda", "-threads", "1"],
  ];
}

/** Whether arguments wait for a card to be chosen. */
export function isOnCard(args: readonly string[]): boolean {
  return args.includes(CARD);
}

/**
 * Input options of a decode whose frames come to memory as they are, as NV12 or P010, for filters that a card does not
 * have; `CARD` is its number. A codec that the card lacks is the processor's at once, within the same ffmpeg.
 */
export const CARD_INPUT_TO_MEMORY = ["-xerror", "-hwaccel", "cuda", "-hwaccel_device", CARD] as const;

/**
 * Filters that halve the card's frames for as long as they have twice the wanted size or more, both ways, and fetch
 * what is left. Halved, each pixel of `scale_cuda`'s bilinear kernel is the mean of the four below it, as an area
 * average has it; in one great step the kernel would look at four of hundreds and fine lines would flicker. What the
 * last step to the wanted size is made by is the caller's.
 */
export function shrunkOnCard(card: DecodingCard, wanted: FrameSize): string[] {
  if (card === null) return [];
  const isLarge = `gte(iw,${4 * wanted.width})*gte(ih,${4 * wanted.height})`;
  const halved = (side: string): string => `'if(${isLarge},2*trunc(${side}/4),${side})'`;
  const halve = `scale_cuda=w=${halved("iw")}:h=${halved("ih")}:interp_algo=bilinear:format=nv12`;
  return [...Array.from({ length: MAX_HALVINGS }, () => halve), "hwdownload", "format=nv12"];
}

/** What a run adds: an ffmpeg that gets no further is ended, since a driver may hang for ever. */
export function watchedOnCard(card: DecodingCard): Pick<FfmpegRun, "onProgressS"> {
  return card === null ? {} : { onProgressS: () => undefined };
}
