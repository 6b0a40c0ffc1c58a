// Films in which no match is played, though each has something of one: a talk, a concert whose songs end in applause, a
// recorded screen, a film without audio, and a clearing in gusts of wind. Two and a half minutes each, made like matches.
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { encodeFilm, QUICK_CODECS } from "../media/raw-video.ts";
import { anyColour, FRAME, Scenes } from "./broadcast-scenes.ts";
import { mixMatch } from "./match-audio.ts";
import { Broadcast } from "./match-broadcast.ts";
import { BLACK, Canvas, grainTable, rgb, WHITE } from "./match-canvas.ts";
import { FRAME_RATE } from "./match-frames.ts";
import { MATCH_RATE_HZ } from "./match-mix.ts";

export const NO_MATCHES = ["talk", "concert", "screen", "silent film", "clearing"] as const;
export type NoMatch = (typeof NO_MATCHES)[number];

const FILM_S = 150;
const SONG_S = 36;
const SILENT = { crowdDb: -96, engineDb: null } as const;

type Draw = (canvas: Canvas, timeS: number) => void;

/** Whoever spoke last is shown, before a wall; somebody gets lively now and then. */
function talk(sound: Broadcast): Draw {
  for (let timeS = 20; timeS < FILM_S - 10; timeS += 30) sound.mood(timeS, 0.75, 1.5, 3, 3);
  return (canvas, timeS) => {
    const guest = Math.floor(timeS / 11) % 2;
    canvas.fill(guest === 0 ? rgb(70, 96, 120) : rgb(120, 96, 80));
    canvas.rectangle(0, 140, 320, 40, rgb(90, 60, 40));
    const [x, y] = [150 + 30 * guest + 3 * Math.sin(timeS), 70 + 2 * Math.sin(2.3 * timeS)];
    canvas.rectangle(x - 36, y + 34, 72, 90, guest === 0 ? rgb(160, 40, 60) : rgb(40, 60, 90));
    canvas.ellipse(x, y, 22, 28, rgb(206, 160, 130));
    canvas.ellipse(x, y + 12, 8, 2 + 3 * Math.abs(Math.sin(9 * timeS)), rgb(120, 40, 40));
  };
}

/** Songs, each followed by applause and shouts; lamps swing over a stage, and cameras change. */
function concert(sound: Broadcast): Draw {
  sound.sounds.silences.push({ startS: 0, endS: FILM_S });
  for (let startS = 0; startS < FILM_S; startS += SONG_S) {
    const endS = startS + SONG_S - 8;
    sound.sounds.music.push({ startS, endS, levelDb: -18 });
    sound.sounds.applause.push({ startS: endS, endS: endS + 7.5, levelDb: -22 });
    sound.swell(endS + 1, -24, 0.8, 3, 3);
  }
  return (canvas, timeS) => {
    const shot = Math.floor(timeS / 6);
    const random = seededRandom(shot + 5);
    canvas.fill(rgb(18, 14, 26));
    for (let lamp = 0; lamp < 7; lamp += 1) {
      const x = 320 * random() + 60 * Math.sin(timeS * (0.5 + random()) + lamp);
      canvas.ellipse(x, 30 + 40 * random(), 20 + 16 * random(), 24, anyColour(random, 60));
    }
    for (let player = 0; player < 3; player += 1) {
      const [x, y] = [60 + 100 * player + 8 * Math.sin(4 * timeS + player), 100 + 10 * random()];
      canvas.rectangle(x - 14, y, 28, 80, BLACK);
      canvas.ellipse(x, y - 10, 10, 12, rgb(206, 160, 130));
    }
  };
}

/** Somebody explains what is done in windows full of text. */
function screen(): Draw {
  return (canvas, timeS) => {
    const page = Math.floor(timeS / 18);
    const random = seededRandom(page + 9);
    canvas.fill(rgb(236, 238, 242));
    canvas.rectangle(0, 0, 320, 14, rgb(60, 70, 90));
    canvas.rectangle(0, 14, 60, 166, rgb(210, 214, 222));
    for (let line = 0; line < 14; line += 1) {
      const written = Math.max(0, Math.min(1, (timeS % 18) / 1.2 - line));
      canvas.rectangle(72, 24 + 11 * line, written * (80 + 140 * random()), 5, rgb(50, 50, 60));
    }
    const [x, y] = [160 + 110 * Math.sin(timeS / 3), 90 + 60 * Math.sin(timeS / 2.1)];
    canvas.rectangle(x, y, 5, 8, BLACK);
  };
}

/** People walk past a camera that goes along with them; nobody hears them. */
function silentFilm(): Draw {
  const scenes = new Scenes(21, { teams: [rgb(200, 120, 60), rgb(60, 110, 120)], celebrating: 2 });
  return (canvas, timeS) => scenes.closeUp(canvas, Math.floor(timeS / 9), timeS % 9);
}

/** Leaves, a camera that turns slowly, gusts of wind and birds. */
function clearing(sound: Broadcast): Draw {
  sound.sounds.silences.push({ startS: 0, endS: FILM_S });
  for (let timeS = 15; timeS < FILM_S - 10; timeS += 27) sound.swell(timeS, -28, 4, 2, 8);
  for (let timeS = 6; timeS < FILM_S; timeS += 3.1) {
    sound.sounds.whistles.push({ timeS, durationS: 0.15 }, { timeS: timeS + 0.25, durationS: 0.12 });
  }
  const random = seededRandom(77);
  const wood = new Canvas(640, FRAME.height);
  wood.fill(rgb(60, 100, 50));
  for (let leaf = 0; leaf < 5_000; leaf += 1) {
    const green = 60 + 130 * random();
    const size = 2 + 3 * random();
    const colour = rgb(0.5 * green, green, 0.35 * green);
    wood.ellipse(640 * random(), 180 * random(), size, size, colour);
  }
  const still = new Canvas(FRAME.width, FRAME.height);
  return (canvas, timeS) => {
    canvas.show(wood, 6 * timeS);
    still.show(wood, 6 * timeS);
    for (let x = 0; x < FRAME.width; x += 16) {
      canvas.shiftColumn(still, x, 16, 2 + 2 * Math.sin(1.3 * timeS + x));
    }
  };
}

const DRAWINGS: Readonly<Record<NoMatch, (sound: Broadcast) => Draw>> = {
  talk,
  concert,
  screen,
  "silent film": silentFilm,
  clearing,
};

function* framesOf(draw: Draw, seed: number): Generator<Uint8Array> {
  const canvas = new Canvas(FRAME.width, FRAME.height);
  const grain = grainTable(seed);
  canvas.fill(WHITE);
  for (let frame = 0; frame < FILM_S * FRAME_RATE; frame += 1) {
    draw(canvas, frame / FRAME_RATE);
    canvas.grain(grain, frame * 10_007);
    yield canvas.bytes;
  }
}

/** Writes a film without a match to a file. */
export async function makeNoMatch(path: string, kind: NoMatch): Promise<void> {
  const seed = 3;
  const sound = new Broadcast(seed, kind === "clearing" ? { crowdDb: -46, engineDb: null } : SILENT);
  sound.wait(FILM_S);
  const draw = DRAWINGS[kind](sound);
  const isHeard = kind !== "silent film";
  await encodeFilm(path, {
    ...FRAME,
    frameRate: FRAME_RATE,
    frames: framesOf(draw, seed),
    sound: isHeard ? { samples: mixMatch(sound, seed), sampleRateHz: MATCH_RATE_HZ } : null,
    codecs: QUICK_CODECS,
    keyFrameInterval: 4 * FRAME_RATE,
  });
}
