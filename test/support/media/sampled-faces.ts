// Sightings of faces as tests describe them: where somebody is, and whether their mouth moves, as functions of time.
import type { FaceSample, SampledFace } from "../../../media-node/framing/faces/face-samples.ts";

export interface Person {
  /** The face's centre, as a share of the frame's width; null where it is not seen. */
  readonly x: (timeS: number) => number | null;
  readonly y?: number;
  readonly height?: number;
  readonly speaks?: (timeS: number) => boolean;
}

const FRAME_RATE = 25;
const STEP = 6;

function seen(person: Person, timeS: number): SampledFace[] {
  const x = person.x(timeS);
  if (x === null) return [];
  const { y = 0.4, height = 0.2, speaks = () => false } = person;
  const width = (height * 9) / 16 / 1.2;
  // A mouth that speaks is now and then shut; one that rests trembles with the coding.
  const mouthMotion = speaks(timeS) ? 0.03 * Math.abs(Math.sin(9 * timeS)) : 0.002;
  return [
    {
      x: x - width / 2,
      y: y - height / 2,
      width,
      height,
      score: 0.9,
      mouthMotion,
      eyes: { x, y: y - 0.1 * height },
      mouth: { x, y: y + 0.25 * height },
    },
  ];
}

/** Four looks a second at 25 frames a second. */
export function sampledFaces(people: readonly Person[], frames: number): FaceSample[] {
  return Array.from({ length: Math.ceil(frames / STEP) }, (_, index) => ({
    frame: index * STEP,
    faces: people.flatMap((person) => seen(person, (index * STEP) / FRAME_RATE)),
  }));
}
