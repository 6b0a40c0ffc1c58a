// Frames of a match that never was, as watching one gets them: a camera turns over a textured ground, players run on
// it, and graphics lie on top. Everything follows from a scene and a time, so that a replay is the same scene at other
// times.
import { writeFile } from "node:fs/promises";
import { MATCH_FRAME, type MatchVideo } from "../../../media-node/highlights/video/match-video.ts";
import { MatchVideoDigest } from "../../../media-node/highlights/video/match-video-digest.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { makeMedia } from "../media/media-fixture.ts";

const { width: WIDTH, height: HEIGHT } = MATCH_FRAME;

export interface Scene {
  /** Which ground, and which ways the players run. */
  readonly seed: number;
  readonly panPxPerS: number;
  readonly playerCount: number;
  readonly playerPxPerS: number;
}

/** Ten players and a camera that turns slowly, but for what is changed. */
export function sceneOf(seed: number, changes: Partial<Scene> = {}): Scene {
  return { seed, panPxPerS: 20, playerCount: 10, playerPxPerS: 12, ...changes };
}

/** The ground repeats after so many pixels sideways; it is smooth over a cell. */
const GROUND_WIDTH = 4 * WIDTH;
const CELL_PX = 8;

const grounds = new Map<number, Float32Array>();

/** A row of `GROUND_WIDTH` brightnesses for each row of the frame. */
function groundOf(seed: number): Float32Array {
  const known = grounds.get(seed);
  if (known !== undefined) return known;
  const next = seededRandom(seed);
  const columns = GROUND_WIDTH / CELL_PX;
  const corners = Float32Array.from({ length: columns * (HEIGHT / CELL_PX + 2) }, () => 60 + 120 * next());
  const ground = new Float32Array(GROUND_WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < GROUND_WIDTH; x += 1) {
      const [column, row] = [Math.floor(x / CELL_PX), Math.floor(y / CELL_PX)];
      const [right, down] = [x / CELL_PX - column, y / CELL_PX - row];
      const [left, beside] = [row * columns + column, row * columns + ((column + 1) % columns)];
      const upper = (corners[left] as number) * (1 - right) + (corners[beside] as number) * right;
      const lower =
        (corners[left + columns] as number) * (1 - right) + (corners[beside + columns] as number) * right;
      ground[y * GROUND_WIDTH + x] = upper * (1 - down) + lower * down;
    }
  }
  grounds.set(seed, ground);
  return ground;
}

function drawGround(frame: Uint8Array, ground: Float32Array, cameraX: number): void {
  const whole = Math.floor(cameraX);
  const part = cameraX - whole;
  for (let x = 0; x < WIDTH; x += 1) {
    const column = (((x + whole) % GROUND_WIDTH) + GROUND_WIDTH) % GROUND_WIDTH;
    const beside = (column + 1) % GROUND_WIDTH;
    for (let y = 0; y < HEIGHT; y += 1) {
      const row = y * GROUND_WIDTH;
      frame[y * WIDTH + x] =
        (ground[row + column] as number) * (1 - part) + (ground[row + beside] as number) * part;
    }
  }
}

/** Fills a rectangle. */
export function fillBox(
  frame: Uint8Array,
  [left, top, width, height]: readonly number[],
  level: number,
): void {
  for (let y = top ?? 0; y < (top ?? 0) + (height ?? 0); y += 1) {
    frame.fill(level, y * WIDTH + (left ?? 0), y * WIDTH + (left ?? 0) + (width ?? 0));
  }
}

/** The frame of a scene at a time; the camera swings around where it looks. */
export function drawScene(scene: Scene, timeS: number): Uint8Array {
  const frame = new Uint8Array(WIDTH * HEIGHT);
  const cameraX = scene.panPxPerS * 5 * Math.sin(timeS / 5);
  drawGround(frame, groundOf(scene.seed), cameraX);
  const next = seededRandom(scene.seed + 1);
  for (let player = 0; player < scene.playerCount; player += 1) {
    const [startX, startY, angle, turn] = [WIDTH * next(), HEIGHT * next(), 7 * next(), 4 + 3 * next()];
    const way = (scene.playerPxPerS * turn * Math.sin(timeS / turn + angle)) / 2;
    const x = (((startX + way * Math.cos(angle) - cameraX) % 186) + 186) % 186;
    const y = (((startY + way * Math.sin(angle)) % 96) + 96) % 96;
    fillBox(frame, [Math.floor(x), Math.floor(y), 6, 10], player % 2 === 0 ? 250 : 5);
  }
  return frame;
}

const DIGITS = ["111101101101111", "010110010010111", "111001111100111", "111001011001111"];

/** A scoreboard in the upper left corner: a dark box, team names as marks, and two numbers of one digit. */
export function drawScoreboard(frame: Uint8Array, home: number, away: number): void {
  fillBox(frame, [10, 8, 44, 9], 20);
  for (const left of [12, 16, 20, 38, 42, 46]) fillBox(frame, [left, 10, 2, 5], 230);
  [home, away].forEach((value, index) => {
    [...(DIGITS[value] ?? "")].forEach((bit, cell) => {
      if (bit === "0") return;
      fillBox(frame, [26 + 5 * index + (cell % 3), 10 + Math.floor(cell / 3), 1, 1], 240);
    });
  });
}

/** Adds what another encode and a sensor add, different in every frame. */
export function addGrain(frame: Uint8Array, seed: number, levels: number): Uint8Array {
  const next = seededRandom(seed);
  return frame.map((level) => Math.min(255, Math.max(0, level + levels * (2 * next() - 1))));
}

/** Watches frames at the rate at which a match is watched. @param draw the frame at a time */
export function watchFrames(durationS: number, draw: (timeS: number) => Uint8Array): MatchVideoDigest {
  const digest = new MatchVideoDigest();
  for (let index = 0; index < durationS * MATCH_FRAME.perS; index += 1) {
    const timeS = index / MATCH_FRAME.perS;
    digest.push(addGrain(draw(timeS), index, 4), timeS);
  }
  return digest;
}

/** What is seen of drawn frames from their beginning to their end. */
export function watchedVideo(durationS: number, draw: (timeS: number) => Uint8Array): MatchVideo {
  return watchFrames(durationS, draw).result({ startS: 0, endS: durationS });
}

/** Encodes drawn frames as H.264 of 320×180, with the losses of a low quality. */
export async function encodeDrawn(
  path: string,
  { durationS, framesPerS }: { readonly durationS: number; readonly framesPerS: number },
  draw: (timeS: number) => Uint8Array,
): Promise<void> {
  const frames = Array.from({ length: durationS * framesPerS }, (_, frame) => draw(frame / framesPerS));
  await writeFile(`${path}.raw`, Buffer.concat(frames));
  await makeMedia(
    ...["-f", "rawvideo", "-pix_fmt", "gray", "-s", `${WIDTH}x${HEIGHT}`, "-r", String(framesPerS)],
    ...["-i", `${path}.raw`, "-vf", "scale=320:180:flags=bicubic", "-pix_fmt", "yuv420p"],
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "30", path],
  );
}
