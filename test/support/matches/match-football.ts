// Eight minutes or so of a football broadcast: passing play on the main camera, attacks with a build-up that end in a
// goal, a save or a miss, and a red card; between them what broadcasts are full of: chants, a drum that never stops, a
// wave of the crowd, long passes that the camera swings after, fouls, a substitution, and a break full of quick shots.
import { Broadcast, type Camera, gradedStrengths, Track } from "./match-broadcast.ts";

export interface FootballWorld {
  /** The ball, metres along and across a pitch of 105 × 68. */
  readonly ballX: Track;
  readonly ballY: Track;
}

export interface FootballMatch {
  readonly broadcast: Broadcast;
  readonly world: FootballWorld;
}

interface Play extends FootballMatch {
  readonly score: [left: number, right: number];
}

type AttackKind = "goal" | "save" | "miss" | "redCard";
const LENGTH_M = 105;
const WIDTH_M = 68;
/** The best two are goals; the weakest is whistled off. */
const KINDS: readonly AttackKind[] = ["goal", "goal", "save", "miss", "save", "miss", "redCard"];

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** The ball is kicked now and arrives later. */
function pass({ broadcast, world }: Play, x: number, y: number, durationS: number): void {
  const { impacts } = broadcast.sounds;
  impacts.push({ timeS: broadcast.nowS, kind: "kick", levelDb: broadcast.between(-40, -30) });
  broadcast.wait(durationS);
  world.ballX.key(broadcast.nowS, clamp(x, 2, LENGTH_M - 2));
  world.ballY.key(broadcast.nowS, clamp(y, 3, WIDTH_M - 3));
}

/** Passing about the middle, with a look at a player now and then. */
function play(match: Play, durationS: number): void {
  const { broadcast, world } = match;
  broadcast.cut("main");
  const endS = broadcast.nowS + durationS;
  let lookS = broadcast.nowS + broadcast.between(10, 22);
  while (broadcast.nowS < endS) {
    const isLong = broadcast.happens(0.1);
    const reach = isLong ? 50 : 14;
    const x = 0.85 * world.ballX.last() + 0.15 * (LENGTH_M / 2) + broadcast.between(-reach, reach);
    const y = isLong ? broadcast.between(8, 60) : world.ballY.last() + broadcast.between(-16, 16);
    pass(match, clamp(x, 22, 83), y, isLong ? 2.2 : broadcast.between(0.9, 2.2));
    if (broadcast.nowS > lookS) {
      broadcast.show("closeUp", broadcast.between(2.5, 4.5));
      broadcast.cut("main");
      lookS = broadcast.nowS + broadcast.between(12, 25);
    }
  }
}

/** The crowd and the commentator at an event; not every event is as loud as it is good. */
function excite(broadcast: Broadcast, kind: AttackKind, strength: number): void {
  const timeS = broadcast.nowS;
  const level = -31 + 15 * strength + broadcast.between(-1.5, 1.5);
  broadcast.swell(timeS, level - 13, broadcast.between(4, 7), 0.2, 2);
  if (kind === "goal") broadcast.swell(timeS + 0.6, level, 0.6, 4 + 3 * strength, 9);
  else if (kind === "redCard") broadcast.swell(timeS + 1.2, level, 0.9, 4, 4);
  else broadcast.swell(timeS + 0.3, level, 0.3, broadcast.between(0.8, 1.8), broadcast.between(2.5, 4));
  const lengthS = kind === "goal" ? 8 : 3;
  broadcast.mood(timeS + 0.3, 0.25 + 0.75 * strength, broadcast.between(3, 6), lengthS * strength, 7);
}

function celebrate(match: Play, strength: number): void {
  const { broadcast, score } = match;
  const eventS = broadcast.nowS;
  broadcast.wait(broadcast.between(1.8, 2.8));
  broadcast.sounds.whistles.push({ timeS: eventS + broadcast.between(0.8, 2), durationS: 0.8 });
  broadcast.show("celebration", broadcast.between(2.5, 4));
  broadcast.show("crowd", broadcast.between(2, 3));
  broadcast.show("celebration", broadcast.between(2, 4));
  const side = broadcast.happens(0.5) ? 0 : 1;
  score[side] += 1;
  broadcast.scores.push({ timeS: broadcast.nowS, left: score[0], right: score[1] });
  const cameras: Camera[] = strength > 0.9 ? ["main", "reverse"] : ["main"];
  broadcast.replay(eventS - 3, eventS + 0.8, cameras);
  broadcast.show("closeUp", 3);
  broadcast.sounds.whistles.push({ timeS: broadcast.nowS + 1, durationS: 0.4 });
}

function afterAttack(match: Play, kind: AttackKind, strength: number): void {
  const { broadcast } = match;
  const eventS = broadcast.nowS;
  if (kind === "goal") {
    celebrate(match, strength);
    return;
  }
  if (kind === "redCard") {
    broadcast.sounds.whistles.push({ timeS: eventS + 0.5, durationS: 0.7 });
    broadcast.sounds.whistles.push({ timeS: eventS + 1.5, durationS: 0.4 });
    broadcast.banners.push({ startS: eventS + 8, endS: eventS + 13 });
  } else {
    const stretch = { startS: eventS + 1.5, endS: eventS + broadcast.between(4, 6) };
    broadcast.sounds.applause.push({ ...stretch, levelDb: -34 + 6 * strength });
  }
  broadcast.wait(broadcast.between(1.5, 2.5));
  broadcast.show("closeUp", broadcast.between(2.5, 4));
  if (broadcast.happens(kind === "miss" ? 0.6 : 0.85)) broadcast.replay(eventS - 2.5, eventS + 0.6, ["main"]);
}

/** From midfield to the goal in six seconds or so. */
function attack(match: Play, kind: AttackKind, strength: number): void {
  const { broadcast, world } = match;
  const isRight = broadcast.happens(0.5);
  const goalX = isRight ? LENGTH_M : 0;
  const inward = isRight ? -1 : 1;
  broadcast.cut("main");
  for (const distanceM of [38, 24, 14]) {
    pass(match, goalX + inward * distanceM, 34 + broadcast.between(-18, 18), broadcast.between(1.4, 2.1));
  }
  const shot = { timeS: broadcast.nowS, kind: "kick", levelDb: broadcast.between(-27, -21) } as const;
  broadcast.sounds.impacts.push(shot);
  broadcast.wait(0.6);
  const beyondM = { goal: -1, save: 3, miss: -1, redCard: 12 }[kind];
  world.ballX.key(broadcast.nowS, goalX + inward * beyondM);
  world.ballY.key(broadcast.nowS, kind === "miss" ? 34 + (broadcast.happens(0.5) ? 8 : -8) : 34);
  broadcast.events.push({ timeS: broadcast.nowS, kind, strength });
  excite(broadcast, kind, strength);
  const eventS = broadcast.nowS;
  afterAttack(match, kind, strength);
  world.ballX.key(eventS + 4, goalX + inward * 4);
  world.ballX.key(broadcast.nowS, LENGTH_M / 2);
  world.ballY.key(broadcast.nowS, WIDTH_M / 2);
}

function foul(match: Play): void {
  const { broadcast } = match;
  broadcast.sounds.whistles.push({ timeS: broadcast.nowS, durationS: broadcast.between(0.3, 0.8) });
  broadcast.wait(broadcast.between(1, 2));
  broadcast.show("closeUp", broadcast.between(3, 6));
}

function substitution({ broadcast }: Play): void {
  const { nowS, sounds } = broadcast;
  broadcast.banners.push({ startS: nowS + 1, endS: nowS + 8 });
  sounds.applause.push({ startS: nowS + 2, endS: nowS + 9, levelDb: -30 });
  broadcast.show("closeUp", 5);
  broadcast.show("crowd", 3);
  broadcast.show("closeUp", 4);
}

/** The whistle, a long break, and kick-off. */
function halfTime({ broadcast }: Play): void {
  const { whistles } = broadcast.sounds;
  for (const after of [0, 0.9, 1.8]) whistles.push({ timeS: broadcast.nowS + after, durationS: 0.6 });
  broadcast.wait(3);
  broadcast.show("aerial", 5);
  broadcast.advertise(broadcast.between(32, 42));
  broadcast.show("aerial", 4);
  whistles.push({ timeS: broadcast.nowS + 1, durationS: 0.6 });
}

/** What goes on in the stands whatever happens on the pitch. */
function fillStands(broadcast: Broadcast): void {
  const { sounds, nowS, events } = broadcast;
  for (const [share, levelDb] of [
    [0.08, -27],
    [0.7, -26],
  ] as const) {
    const startS = share * nowS;
    sounds.chants.push({ startS, endS: startS + broadcast.between(20, 35), levelDb });
  }
  sounds.drums.push({ startS: 0.25 * nowS, endS: 0.25 * nowS + broadcast.between(60, 80), levelDb: -23 });
  const waveS = nowS * broadcast.between(0.3, 0.4);
  const isFree = events.every(({ timeS }) => Math.abs(timeS - waveS) > 20);
  if (isFree) broadcast.swell(waveS, -25, 6, 2, 6);
}

export function footballMatch(seed: number): FootballMatch {
  const broadcast = new Broadcast(seed, { crowdDb: -34, engineDb: null });
  const world = { ballX: new Track(LENGTH_M / 2), ballY: new Track(WIDTH_M / 2) };
  const match: Play = { broadcast, world, score: [0, 0] };
  const strengths = gradedStrengths(KINDS.length);
  const order = broadcast.shuffled(KINDS.map((kind, index) => ({ kind, strength: strengths[index] ?? 0 })));
  const between = [foul, substitution, foul, foul];
  broadcast.show("aerial", 5);
  broadcast.sounds.whistles.push({ timeS: broadcast.nowS + 0.5, durationS: 0.6 });
  for (const [index, { kind, strength }] of order.entries()) {
    play(match, broadcast.between(18, 30));
    if (index === 3) {
      halfTime(match);
      play(match, 15);
    }
    attack(match, kind, strength);
    play(match, broadcast.between(5, 10));
    between[index]?.(match);
  }
  play(match, 15);
  const talk = Math.floor(broadcast.nowS / 90);
  for (let index = 0; index < talk; index += 1) {
    // A commentator is sometimes lively about nothing that can be seen.
    broadcast.mood(broadcast.between(20, broadcast.nowS - 20), broadcast.between(0.25, 0.4), 2, 4, 3);
  }
  fillStands(broadcast);
  return { broadcast, world };
}
