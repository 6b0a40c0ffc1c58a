// Films whose frames say which they are: bars across the picture, black or white, are the frame's number in binary. They
// survive encoding, scaling and cuts of the picture's upper and lower part.
import { readFrames } from "./read-media.ts";

/** Bars of a picture; the first is the lowest binary digit. */
export const CODE_BARS = 16;
/** Neither black nor white: two frames were mixed, or this is another picture. */
const [DARKEST_UNSURE, BRIGHTEST_UNSURE] = [105, 150];

/** A generated input of numbered frames. @param rate as ffmpeg writes it, such as `30000/1001` */
export function codedPicture(rate: string, durationS: number, size = "160x90"): string {
  const bar = `floor(X*${CODE_BARS}/W)`;
  return `nullsrc=s=${size}:r=${rate}:d=${durationS},geq=lum='16+219*mod(floor(N/pow(2,${bar})),2)':cb=128:cr=128`;
}

/**
 * The numbers of all frames of a film that shows the whole picture, or its middle in this share of the height; null
 * where a frame carries none.
 */
export async function readCodes(path: string, shareOfHeight = 1): Promise<(number | null)[]> {
  const frames = await readFrames(path, 4 * CODE_BARS, 24);
  return frames.map((frame) => {
    let number = 0;
    for (let bar = 0; bar < CODE_BARS; bar += 1) {
      const [red] = frame.at((bar + 0.5) / CODE_BARS, 0.5 + 0.1 * shareOfHeight);
      if (red >= DARKEST_UNSURE && red <= BRIGHTEST_UNSURE) return null;
      if (red > BRIGHTEST_UNSURE) number += 2 ** bar;
    }
    return number;
  });
}
