// Reads the sampled colour frames of a clip from ffmpeg's pipe: looks at each, and where there is a detector, finds its
// faces, in the order and at the pace of the detector: what it has not taken yet stays in the pipe, so that memory does
// not follow length. With a detector, frames come in pairs, a frame and one a little later, which shows whose mouth
// moves.
import type { Readable } from "node:stream";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import type { FaceDetector } from "../senses/faces/face-detector.ts";
import { type ColorImage, mouthMotion } from "./faces/face-mouth-motion.ts";
import type { FaceSample, SampledFace } from "./faces/face-samples.ts";
import type { BarFinder } from "./find-bars.ts";
import { type FrameLook, lookAt } from "./frame-look.ts";

export interface FrameSamples {
  /** Null where frames come singly. */
  readonly detector: FaceDetector | null;
  /** Of the frames on the pipe, three bytes (BGR) a pixel. */
  readonly size: FrameSize;
  /** Frames of the clip from one sample to the next. */
  readonly step: number;
  readonly maxSamples: number;
  /** Is shown every sample. */
  readonly bars?: BarFinder | undefined;
}

export interface SampledFrames {
  readonly looks: FrameLook[];
  /** Empty without a detector. */
  readonly faces: FaceSample[];
}

async function search(
  detector: FaceDetector,
  before: ColorImage,
  after: ColorImage | null,
): Promise<SampledFace[]> {
  const faces = await detector.detect(before.pixels, before);
  return faces.map((face) => ({
    ...face,
    mouthMotion: after === null ? 0 : mouthMotion(before, after, face),
  }));
}

/** Reads to the pipe's end. A last pair may lack its second frame: its mouths count as still. */
export async function readSampledFrames(
  output: Readable,
  { detector, size, step, maxSamples, bars }: FrameSamples,
): Promise<SampledFrames> {
  const frameBytes = 3 * size.width * size.height;
  const sample = new Uint8Array(frameBytes * (detector === null ? 1 : 2));
  const first = { ...size, pixels: sample.subarray(0, frameBytes) };
  const second = { ...size, pixels: sample.subarray(frameBytes) };
  const looks: FrameLook[] = [];
  const faces: FaceSample[] = [];
  let filledBytes = 0;
  const close = async (): Promise<void> => {
    const isWhole = filledBytes === sample.length;
    filledBytes = 0;
    if (looks.length === maxSamples) return;
    const frame = looks.length * step;
    looks.push(lookAt(frame, first));
    bars?.push(first.pixels);
    if (detector === null) return;
    faces.push({ frame, faces: await search(detector, first, isWhole ? second : null) });
  };
  for await (const chunk of output as AsyncIterable<Buffer>) {
    for (let taken = 0; taken < chunk.length; ) {
      const bytes = Math.min(chunk.length - taken, sample.length - filledBytes);
      sample.set(chunk.subarray(taken, taken + bytes), filledBytes);
      filledBytes += bytes;
      taken += bytes;
      if (filledBytes === sample.length) await close();
    }
  }
  if (filledBytes >= frameBytes) await close();
  return { looks, faces };
}
