// What every sport's broadcast shows besides the play: close-ups, celebrations, the crowd, adverts, a view from above;
// and what lies over the frame: score and clock, lower thirds, wipes. Small and plain, but with a background that
// moves, bodies that sway, and hundreds of heads that bounce, as frames of such scenes do.
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { BLACK, Canvas, type Colour, rgb, WHITE } from "./match-canvas.ts";

export const FRAME = { width: 320, height: 180 } as const;
const CROWD_BLOCK_PX = 16;
const SKIN = rgb(206, 160, 130);
const WIPE_S = 0.8;

export type Random = () => number;

export function anyColour(random: Random, darkest = 30): Colour {
  const part = (): number => darkest + (225 - darkest) * random();
  return rgb(part(), part(), part());
}

/** Rows of heads. */
export function paintCrowd(canvas: Canvas, top: number, height: number, random: Random): void {
  canvas.rectangle(0, top, canvas.width, height, rgb(40, 42, 52));
  for (let y = top; y < top + height - 2; y += 4) {
    for (let x = 0; x < canvas.width; x += 4) {
      if (random() < 0.2) continue;
      canvas.rectangle(x + 2 * random(), y + random(), 3, 4, anyColour(random));
      canvas.rectangle(x + 1, y, 2, 1, SKIN);
    }
  }
}

/** What lies out of focus behind a person: broad patches, twice as wide as the frame. */
function paintBackdrop(random: Random): Canvas {
  const canvas = new Canvas(2 * FRAME.width, FRAME.height);
  canvas.fill(rgb(60, 80, 60));
  for (let patch = 0; patch < 60; patch += 1) {
    const [x, y] = [canvas.width * random(), canvas.height * random()];
    canvas.ellipse(x, y, 12 + 40 * random(), 8 + 24 * random(), anyColour(random, 50));
  }
  return canvas;
}

export interface SceneSettings {
  readonly teams: readonly [Colour, Colour];
  /** How many people celebrate together. */
  readonly celebrating: number;
}

export class Scenes {
  readonly #backdrop: Canvas;
  readonly #crowd: Canvas;
  readonly #teams: readonly [Colour, Colour];
  readonly #celebrating: number;

  constructor(seed: number, { teams, celebrating }: SceneSettings) {
    const random = seededRandom(seed + 101);
    this.#backdrop = paintBackdrop(random);
    this.#crowd = new Canvas(FRAME.width, FRAME.height);
    paintCrowd(this.#crowd, 0, FRAME.height, random);
    this.#teams = teams;
    this.#celebrating = celebrating;
  }

  #person(canvas: Canvas, x: number, y: number, size: number, shirt: Colour): void {
    canvas.ellipse(x, y + 1.6 * size, size * 1.3, size * 1.2, shirt);
    canvas.rectangle(x - 1.3 * size, y + 1.6 * size, 2.6 * size, 4 * size, shirt);
    canvas.ellipse(x, y, 0.55 * size, 0.75 * size, SKIN);
    canvas.ellipse(x, y - 0.55 * size, 0.55 * size, 0.3 * size, BLACK);
  }

  /** Somebody walks; the camera goes along. */
  closeUp(canvas: Canvas, seed: number, timeS: number): void {
    const random = seededRandom(seed);
    canvas.show(this.#backdrop, FRAME.width * 2 * random() + (10 + 30 * random()) * timeS);
    const shirt = this.#teams[random() < 0.5 ? 0 : 1];
    const x = 110 + 100 * random() + 8 * Math.sin(1.7 * timeS);
    this.#person(canvas, x, 62 + 4 * Math.sin(5 * timeS), 26 + 12 * random(), shirt);
  }

  /** One or a few of one team jump about before a camera on a shoulder. */
  celebration(canvas: Canvas, seed: number, timeS: number): void {
    const random = seededRandom(seed);
    const shake = 10 * Math.sin(7 * timeS) + 7 * Math.sin(11.3 * timeS + 1);
    canvas.show(this.#backdrop, FRAME.width * 2 * random() + 70 * timeS + shake);
    const shirt = this.#teams[random() < 0.5 ? 0 : 1];
    for (let person = 0; person < this.#celebrating; person += 1) {
      const [rate, phase] = [5 + 3 * random(), 6 * random()];
      const x =
        (FRAME.width * (person + 0.6)) / this.#celebrating +
        shake +
        14 * Math.sin(rate * 0.6 * timeS + phase);
      const y = 70 - 24 * Math.abs(Math.sin(rate * timeS + phase));
      this.#person(canvas, x, y, 20 + 4 * random(), shirt);
      const armY = y + 20 - 26 * Math.abs(Math.sin(rate * timeS));
      canvas.rectangle(x - 32, armY, 10, 34, shirt);
      canvas.rectangle(x + 22, armY, 10, 34, shirt);
    }
  }

  /** Heads bounce, each block by itself. */
  crowd(canvas: Canvas, seed: number, timeS: number): void {
    const random = seededRandom(seed);
    const reach = 2 + 8 * random();
    canvas.show(this.#crowd, 0);
    for (let x = 0; x < FRAME.width; x += CROWD_BLOCK_PX) {
      const bounce = reach * Math.abs(Math.sin((4 + 3 * random()) * timeS + 6 * random()));
      canvas.shiftColumn(this.#crowd, x, CROWD_BLOCK_PX, bounce);
    }
  }

  /** Something is sold. */
  advert(canvas: Canvas, seed: number, timeS: number): void {
    const random = seededRandom(seed);
    canvas.fill(anyColour(random, 20));
    for (let shape = 0; shape < 6; shape += 1) {
      const [x, y] = [FRAME.width * random(), FRAME.height * random()];
      const [speedX, speedY] = [160 * (random() - 0.5), 60 * (random() - 0.5)];
      const size = 14 + 40 * random();
      canvas.ellipse(x + speedX * timeS, y + speedY * timeS, size, 0.7 * size, anyColour(random));
    }
    for (let line = 0; line < 3; line += 1) {
      canvas.rectangle(40, 120 + 14 * line, 120 + 100 * random(), 8, line === 0 ? WHITE : BLACK);
    }
  }

  score(canvas: Canvas, score: readonly [left: number, right: number], timeS: number): void {
    canvas.rectangle(12, 10, 92, 16, BLACK);
    canvas.rectangle(12, 10, 4, 16, this.#teams[0]);
    canvas.rectangle(56, 10, 4, 16, this.#teams[1]);
    canvas.digits(String(score[0]), 36, 13, 2, WHITE);
    canvas.digits(String(score[1]), 46, 13, 2, WHITE);
    const clock = (value: number): string => String(Math.floor(value)).padStart(2, "0");
    canvas.digits(`${clock(timeS / 60)}${clock(timeS % 60)}`, 66, 13, 2, rgb(250, 220, 90));
  }

  banner(canvas: Canvas, seed: number): void {
    const random = seededRandom(seed);
    canvas.rectangle(40, 140, 240, 26, this.#teams[0]);
    canvas.rectangle(44, 143, 232, 20, BLACK);
    for (let word = 0; word < 6; word += 1) {
      canvas.rectangle(52 + 36 * word, 148, 14 + 16 * random(), 8, WHITE);
    }
  }

  /** A slanted band with a badge sweeps across; at its middle it covers everything. `atS` counts from there. */
  wipe(canvas: Canvas, atS: number): void {
    if (Math.abs(atS) > WIPE_S / 2) return;
    const travel = FRAME.width * 2 + 120;
    const left = (atS / WIPE_S) * travel - 120;
    for (let y = 0; y < FRAME.height; y += 2) {
      const edge = left + 0.35 * (FRAME.height / 2 - y);
      canvas.rectangle(edge, y, FRAME.width + 240, 2, this.#teams[0]);
      canvas.rectangle(edge + 30, y, FRAME.width + 180, 2, BLACK);
    }
    canvas.ellipse(left + (FRAME.width + 240) / 2, FRAME.height / 2, 44, 44, WHITE);
    canvas.ellipse(left + (FRAME.width + 240) / 2, FRAME.height / 2, 30, 30, this.#teams[1]);
  }
}
