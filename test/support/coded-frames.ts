// Films whose frames say which they are: ten bars across the picture, black or white, are the frame's number in binary.
import { readFrames } from "./read-media.ts";

const BITS = 10;

/** A generated input of at most 1,024 numbered frames. @param rate as ffmpeg writes it, such as `30000/1001` */
export function codedPicture(rate: string, durationS: number, size = "160x90"): string {
  const bar = `floor(X*${BITS}/W)`;
  return `nullsrc=s=${size}:r=${rate}:d=${durationS},geq=lum='16+219*mod(floor(N/pow(2,${bar})),2)':cb=128:cr=128`;
}

/** The numbers of all frames of a film that shows the whole picture, or its middle in this share of the height. */
export async function readCodes(path: string, shareOfHeight = 1): Promise<number[]> {
  const frames = await readFrames(path, 40, 24);
  return frames.map((frame) =>
    Array.from({ length: BITS }, (_, bit) => {
      const [red] = frame.at((bit + 0.5) / BITS, 0.5 + 0.1 * shareOfHeight);
      return red > 128 ? 2 ** bit : 0;
    }).reduce((sum, value) => sum + value, 0),
  );
}
