// Seven minutes or so of a motor race: trackside cameras that swing after cars all the time, a cut every few seconds,
// loud passes, shots from on board; and overtakings, a spin and a crash, told mostly by the commentator and a replay,
// for engines drown the crowd. Pit stops, a view from above, and advertising lie between them.
import { Broadcast, type Camera, gradedStrengths, Track } from "./match-broadcast.ts";

export interface MotorsportWorld {
  /** How far the camera has swung, pixels. */
  readonly swing: Track;
  /** How far the second car is ahead of the first, pixels. */
  readonly gap: Track;
  /** How far a car is off the track, 0 to 1, and how much dust there is. */
  readonly off: Track;
  readonly dust: Track;
}

export interface MotorsportMatch {
  readonly broadcast: Broadcast;
  readonly world: MotorsportWorld;
}

type Kind = "crash" | "overtaking" | "spin";
const KINDS: readonly Kind[] = ["crash", "overtaking", "overtaking", "spin", "overtaking", "overtaking"];

/** The camera swings on at some pixels a second. */
function drive({ broadcast, world }: MotorsportMatch, durationS: number, speed: number): void {
  broadcast.wait(durationS);
  world.swing.key(broadcast.nowS, world.swing.last() + speed * durationS);
}

/** One trackside shot: cars come, pass by and go. */
function trackside(match: MotorsportMatch): void {
  const { broadcast, world } = match;
  broadcast.cut("main");
  const durationS = broadcast.between(5, 9);
  const timeS = broadcast.nowS + durationS * broadcast.between(0.35, 0.65);
  broadcast.sounds.passes.push({ timeS, levelDb: broadcast.between(-26, -17) });
  drive(match, durationS, broadcast.between(90, 220));
  world.gap.key(broadcast.nowS, Math.sign(world.gap.last()) * broadcast.between(45, 95));
}

function race(match: MotorsportMatch, durationS: number): void {
  const { broadcast } = match;
  const endS = broadcast.nowS + durationS;
  while (broadcast.nowS < endS) {
    trackside(match);
    if (!broadcast.happens(0.15)) continue;
    broadcast.cut("onboard");
    drive(match, broadcast.between(6, 10), 240);
  }
}

function excite(broadcast: Broadcast, kind: Kind, strength: number): void {
  const timeS = broadcast.nowS;
  const level = -34 + 12 * strength + broadcast.between(-2, 2);
  if (kind === "crash") broadcast.swell(timeS + 0.8, level, 0.5, 2, 5);
  else if (broadcast.happens(0.7)) broadcast.swell(timeS + 1, level - 2, 1, 2, 4);
  const riseS = kind === "overtaking" ? broadcast.between(4, 7) : 0.8;
  broadcast.mood(timeS + 0.5, 0.3 + 0.7 * strength, riseS, 3 + 5 * strength, 7);
}

function overtake(match: MotorsportMatch): void {
  const { broadcast, world } = match;
  const side = Math.sign(world.gap.last()) || 1;
  world.gap.key(broadcast.nowS, side * 60);
  drive(match, broadcast.between(4, 6), 170);
  broadcast.sounds.passes.push({ timeS: broadcast.nowS, levelDb: broadcast.between(-22, -17) });
  world.gap.key(broadcast.nowS, 0);
  world.gap.key(broadcast.nowS + 2, -side * 55);
}

function loseControl(match: MotorsportMatch, kind: Kind): void {
  const { broadcast, world } = match;
  world.off.key(broadcast.nowS, 0);
  world.dust.key(broadcast.nowS, 0);
  drive(match, broadcast.between(3, 5), 190);
  world.off.key(broadcast.nowS - 0.6, 0);
  world.dust.key(broadcast.nowS, 0.05);
  world.off.key(broadcast.nowS + 0.8, 1);
  world.dust.key(broadcast.nowS + 1.5, kind === "crash" ? 1 : 0.5);
  world.dust.key(broadcast.nowS + 9, 0);
  world.off.key(broadcast.nowS + 9, 0);
  if (kind !== "crash") return;
  broadcast.sounds.impacts.push({ timeS: broadcast.nowS, kind: "crash", levelDb: -13 });
}

function incident(match: MotorsportMatch, kind: Kind, strength: number): void {
  const { broadcast } = match;
  broadcast.cut("main");
  const startS = broadcast.nowS;
  if (kind === "overtaking") overtake(match);
  else loseControl(match, kind);
  const eventS = broadcast.nowS;
  broadcast.events.push({ timeS: eventS, kind, strength });
  excite(broadcast, kind, strength);
  drive(match, broadcast.between(2.2, 3.2), kind === "overtaking" ? 170 : 30);
  if (kind !== "overtaking" || broadcast.happens(0.5)) broadcast.show("crowd", broadcast.between(1.8, 2.8));
  if (kind === "crash") broadcast.show("closeUp", 4);
  if (broadcast.happens(0.6)) broadcast.banners.push({ startS: broadcast.nowS, endS: broadcast.nowS + 6 });
  const cameras: Camera[] = kind === "crash" ? ["main", "reverse"] : ["main"];
  const isReplayed = kind !== "overtaking" || broadcast.happens(0.4 + 0.6 * strength);
  if (isReplayed) broadcast.replay(Math.max(startS, eventS - 3), eventS + 1.5, cameras);
  if (kind !== "overtaking") return;
  const left = 1 + Math.floor(8 * broadcast.random());
  broadcast.scores.push({ timeS: broadcast.nowS - 1, left, right: left + 1 });
}

/** A stop for tyres: wrenches, a crew, no race. */
function pitStop({ broadcast }: MotorsportMatch): void {
  for (let burst = 0; burst < 4; burst += 1) {
    const timeS = broadcast.nowS + 3 + 0.7 * burst;
    broadcast.sounds.impacts.push({ timeS, kind: "wrench", levelDb: -24 });
  }
  broadcast.show("closeUp", 6);
  broadcast.show("closeUp", 4);
  broadcast.show("aerial", 6);
}

function advertising({ broadcast }: MotorsportMatch): void {
  broadcast.advertise(broadcast.between(30, 40));
}

function stands({ broadcast }: MotorsportMatch): void {
  const { nowS, sounds } = broadcast;
  sounds.chants.push({ startS: nowS, endS: nowS + 15, levelDb: -28 });
  broadcast.show("crowd", 4);
  broadcast.show("aerial", 7);
}

export function motorsportMatch(seed: number): MotorsportMatch {
  const broadcast = new Broadcast(seed, { crowdDb: -44, engineDb: -33 });
  const linear = (value: number) => new Track(value, false);
  const world = { swing: linear(0), gap: new Track(60), off: linear(0), dust: linear(0) };
  const match = { broadcast, world };
  const strengths = gradedStrengths(KINDS.length);
  const order = broadcast.shuffled(KINDS.map((kind, index) => ({ kind, strength: strengths[index] ?? 0 })));
  const between = [pitStop, stands, advertising, pitStop];
  broadcast.show("aerial", 6);
  for (const [index, { kind, strength }] of order.entries()) {
    race(match, broadcast.between(18, 30));
    incident(match, kind, strength);
    race(match, broadcast.between(6, 10));
    between[index]?.(match);
  }
  race(match, 20);
  for (let index = 0; index < 4; index += 1) {
    broadcast.mood(broadcast.between(15, broadcast.nowS - 15), broadcast.between(0.3, 0.42), 2, 4, 3);
  }
  return match;
}
