// Reads pairs of small colour pictures from ffmpeg's pipe and finds the faces of each pair's first, in the order and at
// the pace of the detector: what it has not taken yet stays in the pipe, so that memory does not follow length.
import type { Readable } from "node:stream";
import { mouthMotion } from "../signal/face-mouth-motion.ts";
import type { FaceSample, SeenFace } from "../signal/face-sightings.ts";
import type { FaceDetector } from "./yunet.ts";

export interface PicturePairs {
  readonly detector: FaceDetector;
  /** Of the pictures on the pipe, three bytes (BGR) a pixel. */
  readonly size: { readonly width: number; readonly height: number };
  /** Frames of the clip from one pair to the next. */
  readonly step: number;
  readonly maxPairs: number;
}

async function search(
  pairs: PicturePairs,
  first: Uint8Array,
  second: Uint8Array | null,
): Promise<SeenFace[]> {
  const { detector, size } = pairs;
  const faces = await detector.detect(first, size);
  const before = { ...size, pixels: first };
  return faces.map((face) => ({
    ...face,
    mouthMotion: second === null ? 0 : mouthMotion(before, { ...size, pixels: second }, face),
  }));
}

/** Reads to the pipe's end. A last pair may lack its second picture: its mouths count as still. */
export async function readFaceSamples(output: Readable, pairs: PicturePairs): Promise<FaceSample[]> {
  const pictureBytes = 3 * pairs.size.width * pairs.size.height;
  const pair = new Uint8Array(2 * pictureBytes);
  const [first, second] = [pair.subarray(0, pictureBytes), pair.subarray(pictureBytes)];
  const samples: FaceSample[] = [];
  let filledBytes = 0;
  const close = async (withSecond: boolean): Promise<void> => {
    filledBytes = 0;
    if (samples.length === pairs.maxPairs) return;
    const faces = await search(pairs, first, withSecond ? second : null);
    samples.push({ frame: samples.length * pairs.step, faces });
  };
  for await (const chunk of output as AsyncIterable<Buffer>) {
    for (let taken = 0; taken < chunk.length; ) {
      const bytes = Math.min(chunk.length - taken, pair.length - filledBytes);
      pair.set(chunk.subarray(taken, taken + bytes), filledBytes);
      filledBytes += bytes;
      taken += bytes;
      if (filledBytes === pair.length) await close(true);
    }
  }
  if (filledBytes >= pictureBytes) await close(false);
  return samples;
}
