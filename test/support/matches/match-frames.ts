// The frames of a synthetic match, frame by frame: whatever camera is on air, with what lies over it.

import { FRAME, Scenes } from "./broadcast-scenes.ts";
import type { Broadcast, Camera, Shot } from "./match-broadcast.ts";
import { Canvas, grainTable } from "./match-canvas.ts";
import type { Venue } from "./match-venues.ts";

/** Twice as many a second as a match is watched by. */
export const FRAME_RATE = 8;
/** Between two frames' places in the table of grain; a prime, so that no two near frames are alike. */
const GRAIN_STEP = 10_007;

type Draw = (canvas: Canvas, shot: Shot, aheadS: number) => void;

/** How each camera's view is drawn, `aheadS` seconds into its shot. */
function drawings(scenes: Scenes, venue: Venue): Readonly<Record<Camera, Draw>> {
  const worldS = (shot: Shot, aheadS: number): number => shot.worldS + aheadS * shot.speed;
  return {
    main: (canvas, shot, aheadS) => venue.drawMain(canvas, worldS(shot, aheadS), shot.seed),
    reverse: (canvas, shot, aheadS) => venue.drawReverse(canvas, worldS(shot, aheadS)),
    onboard: (canvas, shot, aheadS) => venue.drawOnboard(canvas, worldS(shot, aheadS)),
    aerial: (canvas, shot, aheadS) => venue.drawAerial(canvas, worldS(shot, aheadS)),
    closeUp: (canvas, { seed }, aheadS) => scenes.closeUp(canvas, seed, aheadS),
    celebration: (canvas, { seed }, aheadS) => scenes.celebration(canvas, seed, aheadS),
    crowd: (canvas, { seed }, aheadS) => scenes.crowd(canvas, seed, aheadS),
    advert: (canvas, { seed }, aheadS) => scenes.advert(canvas, seed, aheadS),
  };
}

/** The last of some things, in order of time, that has begun. */
function latest<Item>(items: readonly Item[], nowS: number, begin: (item: Item) => number): Item | undefined {
  return items.findLast((item) => begin(item) <= nowS);
}

function drawOver(canvas: Canvas, broadcast: Broadcast, shot: Shot, nowS: number, scenes: Scenes): void {
  if (shot.showsScore) {
    const score = latest(broadcast.scores, nowS, ({ timeS }) => timeS);
    scenes.score(canvas, [score?.left ?? 0, score?.right ?? 0], nowS);
    const banner = latest(broadcast.banners, nowS, ({ startS }) => startS);
    if (banner !== undefined && nowS < banner.endS) scenes.banner(canvas, Math.round(banner.startS));
  }
  for (const wipeS of broadcast.wipesS) scenes.wipe(canvas, nowS - wipeS);
}

/** Every frame in turn, planar 4:2:0; each is drawn over the one before, so use it before asking for the next. */
export function* drawFrames(broadcast: Broadcast, venue: Venue, seed: number): Generator<Uint8Array> {
  const canvas = new Canvas(FRAME.width, FRAME.height);
  const scenes = new Scenes(seed, venue);
  const draw = drawings(scenes, venue);
  const grain = grainTable(seed);
  const frameCount = Math.floor(broadcast.nowS * FRAME_RATE);
  for (let frame = 0; frame < frameCount; frame += 1) {
    const nowS = frame / FRAME_RATE;
    const shot = latest(broadcast.shots, nowS, ({ startS }) => startS);
    if (shot === undefined) throw new Error("A match begins with a shot.");
    draw[shot.camera](canvas, shot, nowS - shot.startS);
    drawOver(canvas, broadcast, shot, nowS, scenes);
    canvas.grain(grain, frame * GRAIN_STEP);
    yield canvas.bytes;
  }
}
