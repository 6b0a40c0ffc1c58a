// Frames as raw RGB, in order. Each shot's backdrop is rendered once; each frame's action is rendered over it. A few
// frames are in flight at a time, because rendering happens in sharp's threads, but they leave here in their order.
import sharp from "sharp";
import type { Scene } from "./scene.ts";
import { SCENES } from "./shots.ts";
import type { Talk, TimedShot } from "./speech.ts";
import { FRAME } from "./svg.ts";
import { trackVoice, type VoiceTrack } from "./voice-motion.ts";

const FRAMES_IN_FLIGHT = 4;

function image(inside: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${FRAME.width}" height="${FRAME.height}">${inside}</svg>`,
  );
}

interface StagedShot {
  readonly shot: TimedShot;
  readonly scene: Scene;
  readonly cuesS: readonly number[];
  /** RGBA. */
  readonly backdrop: Buffer;
}

async function stage(shot: TimedShot, talk: Talk): Promise<StagedShot> {
  const scene = SCENES[shot.name]();
  const backdrop = await sharp(image(scene.backdrop)).ensureAlpha().raw().toBuffer();
  const cuesS = talk.phrases
    .filter((phrase) => phrase.shot === shot.name)
    .map(({ startS }) => startS - shot.startS);
  return { shot, scene, cuesS, backdrop };
}

async function drawFrame(
  { shot, scene, cuesS, backdrop }: StagedShot,
  filmS: number,
  voices: { readonly host: VoiceTrack; readonly guest: VoiceTrack },
): Promise<Buffer> {
  const moment = { filmS, shotS: filmS - shot.startS, lengthS: shot.endS - shot.startS, cuesS, ...voices };
  return sharp(backdrop, { raw: { width: FRAME.width, height: FRAME.height, channels: 4 } })
    .composite([{ input: image(scene.action(moment)) }])
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Number of the first frame at or after a time: cuts fall between frames. */
export function frameAt(timeS: number): number {
  return Math.ceil(timeS * FRAME.rate);
}

/** Every frame of the film, in order. */
export async function* drawFrames(talk: Talk): AsyncGenerator<Buffer> {
  const voices = { host: trackVoice(talk, "host"), guest: trackVoice(talk, "guest") };
  for (const shot of talk.shots) {
    const staged = await stage(shot, talk);
    const pending: Promise<Buffer>[] = [];
    for (let frame = frameAt(shot.startS); frame < frameAt(shot.endS); frame += 1) {
      pending.push(drawFrame(staged, frame / FRAME.rate, voices));
      const ready = pending.length >= FRAMES_IN_FLIGHT ? pending.shift() : undefined;
      if (ready !== undefined) yield await ready;
    }
    for (const rest of pending) yield await rest;
  }
}
