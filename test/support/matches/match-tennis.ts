// Seven minutes or so of tennis: quiet before each serve, rallies of a few strokes with polite applause, and now and
// then a great point: a long rally, gasps, a winner, a roar. The score changes after every point, great or not. Between
// points players walk about in close-ups; there is a changeover with advertising, slow clapping, and a restless crowd.
import { Broadcast, type Camera, gradedStrengths, Track } from "./match-broadcast.ts";

export interface TennisWorld {
  /** -1 is behind the near baseline, 1 behind the far one. */
  readonly ballAlong: Track;
  /** -1 is the left line, 1 the right one. */
  readonly ballAcross: Track;
  readonly nearAcross: Track;
  readonly farAcross: Track;
}

export interface TennisMatch {
  readonly broadcast: Broadcast;
  readonly world: TennisWorld;
}

interface Play extends TennisMatch {
  readonly score: [left: number, right: number];
}

const GREAT_POINTS = 5;
const ORDINARY_PER_GREAT = 2;

/** A stroke now; the ball arrives on the other side, and so does its player. */
function stroke({ broadcast, world }: Play, isFar: boolean, durationS: number): void {
  const { impacts } = broadcast.sounds;
  impacts.push({ timeS: broadcast.nowS, kind: "racket", levelDb: broadcast.between(-25, -20) });
  broadcast.wait(durationS);
  const across = broadcast.between(-0.9, 0.9);
  world.ballAlong.key(broadcast.nowS, isFar ? -0.95 : 0.95);
  world.ballAcross.key(broadcast.nowS, across);
  (isFar ? world.nearAcross : world.farAcross).key(broadcast.nowS, across);
  (isFar ? world.farAcross : world.nearAcross).key(broadcast.nowS, 0.3 * broadcast.between(-1, 1));
}

/** From the serve to the last stroke; the cursor is left where the point is decided. */
function rally(match: Play, strokes: number): void {
  const { broadcast } = match;
  broadcast.cut("main");
  broadcast.sounds.silences.push({ startS: broadcast.nowS, endS: broadcast.nowS + 2.5 + 0.6 * strokes });
  broadcast.wait(broadcast.between(2, 3.5));
  const isFar = broadcast.happens(0.5);
  for (let index = 0; index < strokes; index += 1) {
    stroke(match, (index % 2 === 0) === isFar, broadcast.between(0.95, 1.35));
  }
}

function count({ broadcast, score }: Play): void {
  score[broadcast.happens(0.5) ? 0 : 1] += 1;
  broadcast.scores.push({ timeS: broadcast.nowS, left: score[0] % 10, right: score[1] % 10 });
}

/** Walking back, towels, bounces before the serve. */
function walk(match: Play): void {
  const { broadcast } = match;
  broadcast.show("closeUp", broadcast.between(2.5, 5));
  count(match);
  if (broadcast.happens(0.3)) broadcast.show("crowd", 2.5);
  if (broadcast.happens(0.6)) broadcast.show("closeUp", broadcast.between(3, 5));
  for (let index = 0; index < 3; index += 1) {
    const timeS = broadcast.nowS + 0.6 * index;
    broadcast.sounds.impacts.push({ timeS, kind: "kick", levelDb: -44 });
  }
}

function ordinaryPoint(match: Play): void {
  const { broadcast } = match;
  rally(match, Math.round(broadcast.between(1, 5)));
  const { nowS } = broadcast;
  const levelDb = broadcast.between(-40, -33);
  broadcast.sounds.applause.push({ startS: nowS + 0.4, endS: nowS + broadcast.between(2, 4), levelDb });
  broadcast.mood(nowS + 1, broadcast.between(0.15, 0.35), 1, 1.5, 2);
  broadcast.wait(broadcast.between(1.2, 2));
  walk(match);
}

function greatPoint(match: Play, strength: number): void {
  const { broadcast } = match;
  const startS = broadcast.nowS;
  rally(match, Math.round(7 + 6 * strength + broadcast.between(-1, 2)));
  const eventS = broadcast.nowS;
  const kind = strength === 1 ? "setPoint" : "winner";
  broadcast.events.push({ timeS: eventS, kind, strength });
  const gaspS = startS + broadcast.between(0.55, 0.8) * (eventS - startS);
  broadcast.swell(gaspS, -40 + 8 * strength, 0.2, 0.4, 1);
  const level = -33 + 14 * strength + broadcast.between(-1.5, 1.5);
  broadcast.swell(eventS + 0.5, level, 0.4, 1.5 + 2 * strength, 4);
  const applause = { startS: eventS + 0.8, endS: eventS + 4 + 6 * strength, levelDb: level - 2 };
  broadcast.sounds.applause.push(applause);
  broadcast.mood(eventS + 0.6, 0.25 + 0.7 * strength, broadcast.between(0.8, 1.5), 2 + 3 * strength, 6);
  broadcast.wait(broadcast.between(1.5, 2.5));
  broadcast.show("celebration", broadcast.between(2.5, 4));
  if (broadcast.happens(0.5 + 0.4 * strength)) broadcast.show("crowd", broadcast.between(2, 3));
  const cameras: Camera[] = strength === 1 ? ["main", "reverse"] : ["main"];
  if (broadcast.happens(0.55 + 0.45 * strength)) broadcast.replay(eventS - 3.2, eventS + 0.5, cameras);
  walk(match);
}

function changeover({ broadcast }: Play): void {
  const { nowS, sounds } = broadcast;
  broadcast.banners.push({ startS: nowS + 2, endS: nowS + 9 });
  broadcast.show("closeUp", 4);
  broadcast.show("aerial", 6);
  broadcast.advertise(broadcast.between(28, 36));
  sounds.chants.push({ startS: broadcast.nowS, endS: broadcast.nowS + 9, levelDb: -31 });
  broadcast.show("crowd", 4);
  broadcast.show("aerial", 6);
}

/** Slow clapping between two points, while players are shown. */
function restlessCrowd({ broadcast }: Play): void {
  const { nowS, sounds } = broadcast;
  sounds.chants.push({ startS: nowS, endS: nowS + 12, levelDb: -30 });
  sounds.swells.push({ timeS: nowS + 8, level: -33, riseS: 5, holdS: 2, decayS: 3 });
  broadcast.show("crowd", 4);
  broadcast.show("closeUp", 5);
  broadcast.show("aerial", 5);
}

export function tennisMatch(seed: number): TennisMatch {
  const broadcast = new Broadcast(seed, { crowdDb: -48, engineDb: null });
  const tracks = () => new Track(0);
  const world = {
    ballAlong: new Track(-0.95, false),
    ballAcross: new Track(0, false),
    nearAcross: tracks(),
    farAcross: tracks(),
  };
  const match: Play = { broadcast, world, score: [0, 0] };
  const between = [restlessCrowd, undefined, changeover, undefined, restlessCrowd];
  broadcast.show("aerial", 5);
  for (const [index, strength] of broadcast.shuffled(gradedStrengths(GREAT_POINTS)).entries()) {
    const before = Math.round(ORDINARY_PER_GREAT + broadcast.between(-0.4, 1.4));
    for (let point = 0; point < before; point += 1) ordinaryPoint(match);
    greatPoint(match, strength);
    between[index]?.(match);
  }
  ordinaryPoint(match);
  ordinaryPoint(match);
  return { broadcast, world };
}
