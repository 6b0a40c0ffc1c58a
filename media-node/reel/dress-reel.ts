// From a template and the moments of a reel to everything that is laid over it: texts are filled in and fitted, images
// drawn, their motion written as expressions. All images of a reel are drawn together, in a process of their own, each
// once, however many pieces it lies over.
import { readFile } from "node:fs/promises";
import type { SportCategory } from "../../shared/tasks/highlight-job.ts";
import type { ReelCard, ReelTemplate } from "../../shared/templates/reel-styles.ts";
import { capitalsFor } from "../captions/capitals.ts";
import { type OpenTypeface, openTypeface } from "../captions/caption-typeface.ts";
import { missingLettersNotice } from "../captions/missing-letters.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { drawImages } from "./drawing/draw-images.ts";
import { type Canvas, canvasOf, frameBox, pixelsOf } from "./drawing/reel-canvas.ts";
import type { Card, Overlay, ReelDressing } from "./drawing/reel-dressing.ts";
import { DrawingSheet, earlier, type Layer, svgImage } from "./drawing/reel-layer.ts";
import { framesOf, type LogoImage, logoImage, logoSize, type Scene } from "./drawing/reel-look.ts";
import { type Half, transitionLayers } from "./drawing/reel-transitions.ts";
import { LOOKS } from "./looks/looks.ts";
import { readLogo } from "./read-logo.ts";
import { categoryName, fillIn, type ReelWords } from "./reel-texts.ts";

/** What is written of a moment. */
export interface DressedMoment {
  readonly reason: string;
  /** 0 to 100. */
  readonly score: number;
}

export interface ReelToDress {
  readonly template: ReelTemplate;
  /** The job's. */
  readonly title: string | null;
  /** Null where no match was recognized. */
  readonly category: SportCategory | null;
  readonly moments: readonly DressedMoment[];
  /** Of each moment's piece. */
  readonly frameCounts: readonly number[];
  readonly target: FrameSize;
  readonly frameRate: number;
  /** Where images are put; made where it is not there. */
  readonly folder: string;
  /** The file of a logo that is an asset; null where the template has none or carries its own. */
  readonly logoPath: string | null;
  readonly signal: AbortSignal;
}

/** Longer sides of the logo on cards and stingers, in units. */
const CARD_LOGO = 190;
const STINGER_LOGO = 360;
/** A text that is seen for less cannot be read. */
const MIN_READ_S = 1.2;

/**
 * What of an intro's motion is over when the reel begins: players show the first frame until somebody presses play, and
 * there must not be a card on which half of the title has yet to come in.
 */
const INTRO_UNDER_WAY_S = 1;

/** Everything that drawing a reel shares. */
interface Workshop {
  readonly reel: ReelToDress;
  readonly canvas: Canvas;
  readonly sheet: DrawingSheet;
  readonly scene: Scene;
  readonly words: ReelWords;
  readonly logo: LogoImage | null;
}

function filledTexts({ template, title, category, moments }: ReelToDress): string[] {
  const words = { title, category, count: moments.length };
  const cards = [template.intro, template.outro].flatMap((card) =>
    card === null ? [] : [fillIn(card.title, words), fillIn(card.subtitle, words)],
  );
  const third = template.lowerThird;
  const thirds = moments.flatMap((moment, index) =>
    third === null
      ? []
      : [third.title, third.detail].map((text) => fillIn(text, words, { ...moment, number: index + 1 })),
  );
  // Capitals, digits and what shortening adds must be there as well.
  return [...cards, ...thirds, categoryName(category)]
    .flatMap((text) => [text, capitalsFor(text)(text)])
    .concat("0123456789/… of");
}

async function openLogo({ template, logoPath }: ReelToDress, canvas: Canvas): Promise<LogoImage | null> {
  const { logo } = template;
  if (logo === null) return null;
  const encoded = /^data:[^,]*,(.*)$/s.exec(logo.image)?.[1];
  if (encoded === undefined && logoPath === null) return null;
  const bytes =
    encoded === undefined ? await readFile(logoPath ?? "").catch(() => null) : Buffer.from(encoded, "base64");
  const read = bytes === null ? null : await readLogo(bytes, Math.ceil(STINGER_LOGO * canvas.scale));
  return read === null ? null : { uri: read.uri, aspect: read.width / read.height, size: CARD_LOGO };
}

function overlays({ sheet }: Workshop, layers: readonly Layer[]): Overlay[] {
  // Never seen: what begins when its piece has ended, as on the shortest cards, or has ended when its piece begins.
  return layers
    .filter(({ startFrame, endFrame }) => endFrame > Math.max(0, startFrame))
    .map((layer) => sheet.overlay(layer));
}

function transition({ reel, canvas, logo }: Workshop, half: Half): Layer[] {
  const { template, frameRate } = reel;
  const large = logo === null ? null : { ...logo, size: STINGER_LOGO };
  return transitionLayers(
    { canvas, colors: template.colors, transition: template.transition, logo: large, frameRate },
    half,
  );
}

/** Frames of half a transition between two pieces; the shorter one holds it twice. */
function halfFrames({ template, frameRate }: ReelToDress, one: number, other: number): number {
  if (template.transition.kind === "cut") return 0;
  const wanted = Math.round((template.transition.durationS * frameRate) / 2);
  return Math.max(0, Math.min(wanted, Math.floor(one / 2), Math.floor(other / 2)));
}

function drawCard(shop: Workshop, kind: Card["kind"], card: ReelCard, halves: readonly Half[]): Card {
  const { scene, canvas, sheet, words, logo } = shop;
  const frameCount = framesOf(card.durationS, scene);
  const texts = { title: fillIn(card.title, words), subtitle: fillIn(card.subtitle, words) };
  const category = categoryName(words.category);
  const lead = kind === "intro" ? framesOf(INTRO_UNDER_WAY_S, scene) : 0;
  const whole = frameCount + lead;
  const drawing = LOOKS[card.look].card({ ...scene, ...texts, category, kind, logo, frameCount: whole });
  const area = pixelsOf(frameBox(canvas), canvas);
  const backgroundPath = sheet.image(svgImage(drawing.background, area, canvas));
  const moving = drawing.layers.map((layer) => earlier(layer, lead));
  const layers = [...moving, ...halves.flatMap((half) => transition(shop, half))];
  return { kind, frameCount, backgroundPath, overlays: overlays(shop, layers) };
}

/** The logo as it stands over moments; null where it does not. */
function cornerLogo({ reel, canvas, logo }: Workshop): LogoImage | null {
  const wanted = reel.template.logo;
  if (wanted === null || logo === null || wanted.corner === "none") return null;
  return { ...logo, size: wanted.size * Math.min(canvas.width, canvas.height) };
}

function watermark(shop: Workshop, frameCount: number): Layer[] {
  const logo = cornerLogo(shop);
  if (logo === null) return [];
  const { corner, opacity = 1 } = shop.reel.template.logo ?? {};
  const [width, height] = logoSize(logo);
  const { safe } = shop.canvas;
  const left = corner === "top_left" ? safe.left : safe.right - width;
  const box = { left, right: left + width, top: safe.top, bottom: safe.top + height };
  const svg = logoImage(logo, left + width / 2, safe.top + height / 2, opacity);
  return [{ box, svg, startFrame: 0, endFrame: frameCount }];
}

interface Joints {
  /** Frames of the transition over the piece's beginning and over its end. */
  readonly head: number;
  readonly tail: number;
}

function lowerThird(shop: Workshop, index: number, { head, tail }: Joints): readonly Layer[] {
  const { reel, scene, words } = shop;
  const third = reel.template.lowerThird;
  const moment = reel.moments[index];
  if (third === null || moment === undefined) return [];
  const frameCount = reel.frameCounts[index] ?? 0;
  // It comes while the last of the transition leaves, and is gone before the next one comes.
  const startFrame = Math.max(framesOf(0.15, scene), Math.round(head * 0.75));
  const endFrame = Math.min(startFrame + framesOf(third.durationS, scene), frameCount - tail);
  if (endFrame - startFrame < framesOf(MIN_READ_S, scene)) return [];
  const filled = (text: string): string => fillIn(text, words, { ...moment, number: index + 1 });
  const logo = cornerLogo(shop);
  return LOOKS[third.look].lowerThird({
    ...scene,
    side: third.side,
    title: filled(third.title),
    detail: filled(third.detail),
    takenAtTop: logo === null ? 0 : logoSize(logo)[1] + 24,
    // Of a single moment a counter says nothing.
    counter: third.counter && words.count > 1 ? { number: index + 1, count: words.count } : null,
    startFrame,
    endFrame,
  });
}

/** The frames that every joint's halves take, from before the first piece to behind the last. */
function planJoints(reel: ReelToDress): number[] {
  const { template, frameCounts } = reel;
  const cardFrames = (card: ReelCard | null): number => (card === null ? 0 : framesOf(card.durationS, reel));
  const counts = [cardFrames(template.intro), ...frameCounts, cardFrames(template.outro)];
  return counts.slice(1).map((count, index) => halfFrames(reel, counts[index] ?? 0, count));
}

function dressPiece(shop: Workshop, index: number, { head, tail }: Joints): Overlay[] {
  const frameCount = shop.reel.frameCounts[index] ?? 0;
  return overlays(shop, [
    ...watermark(shop, frameCount),
    ...lowerThird(shop, index, { head, tail }),
    ...transition(shop, { part: "uncover", frameCount, frames: head }),
    ...transition(shop, { part: "cover", frameCount, frames: tail }),
  ]);
}

function drawReel(shop: Workshop): Omit<ReelDressing, "notice"> {
  const { intro, outro } = shop.reel.template;
  const joints = planJoints(shop.reel);
  const [first = 0, last = 0] = [joints[0], joints.at(-1)];
  const pieces = shop.reel.frameCounts.map((_, index) =>
    dressPiece(shop, index, { head: joints[index] ?? 0, tail: joints[index + 1] ?? 0 }),
  );
  const frames = (card: ReelCard): number => framesOf(card.durationS, shop.scene);
  return {
    intro:
      intro === null
        ? null
        : drawCard(shop, "intro", intro, [{ part: "cover", frameCount: frames(intro), frames: first }]),
    outro:
      outro === null
        ? null
        : drawCard(shop, "outro", outro, [{ part: "uncover", frameCount: frames(outro), frames: last }]),
    pieces,
  };
}

/** The title, where anything of it can be drawn: else the card would have none. */
function drawableTitle({ title }: ReelToDress, typeface: OpenTypeface): string | null {
  return title !== null && typeface.runsOf(title).length > 0 ? title : null;
}

async function openFonts(reel: ReelToDress): Promise<{ heading: OpenTypeface; body: OpenTypeface }> {
  const texts = filledTexts(reel);
  const { fonts } = reel.template;
  const [heading, body] = await Promise.all([
    openTypeface(fonts.heading, texts),
    openTypeface(fonts.body, texts),
  ]);
  return { heading, body };
}

/** Draws what a template lays over a reel. @throws AppError INTERNAL, TIMED_OUT; `signal.reason` on abort */
export async function dressReel(reel: ReelToDress): Promise<ReelDressing> {
  const { template, folder, frameRate, target, signal } = reel;
  const canvas = canvasOf(target);
  const [{ heading, body }, logo] = await Promise.all([openFonts(reel), openLogo(reel, canvas)]);
  const sheet = new DrawingSheet(canvas, folder);
  const scene = { canvas, colors: template.colors, heading, body, uppercase: template.uppercase, frameRate };
  const title = drawableTitle(reel, heading);
  const words = { title, category: reel.category, count: reel.moments.length };
  const drawn = drawReel({ reel, canvas, sheet, scene, words, logo });
  await drawImages({
    drawings: sheet.drawings,
    folder,
    signal,
    fontPaths: [...heading.paths, ...body.paths],
  });
  const isLogoLost = template.logo !== null && logo === null;
  const notices = [
    isLogoLost ? "The template's logo could not be read and was left out." : null,
    missingLettersNotice(heading.missing, "the reel's texts"),
  ].filter((notice) => notice !== null);
  return { ...drawn, notice: notices.length === 0 ? null : notices.join(" ") };
}
