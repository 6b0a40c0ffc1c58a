// Films whose frames say which they are: bars across the frame, black or white, are the frame's number in binary. They
// survive encoding, scaling and cuts of the frame's upper and lower part.
import { readFrames } from "./read-media.ts";

/** Bars of a frame; the first is the lowest binary digit. */
export const CODE_BARS = 16;
/** Neither black nor white: two frames were mixed, or this is another film. */
const [DARKEST_UNSURE, BRIGHTEST_UNSURE] = [105, 150];

/** A generated input of numbered frames. @param rate as ffmpeg writes it, such as `30000/1001` */
export function codedVideo(rate: string, durationS: number, size = "160x90"): string {
  // A box a bar: an expression for each pixel takes ten times as long.
  const bars = Array.from({ length: CODE_BARS }, (_, bar) => {
    const place = `x=iw*${bar}/${CODE_BARS}:y=0:w=iw/${CODE_BARS}:h=ih`;
    return `drawbox=${place}:color=white:t=fill:enable='mod(floor(n/${2 ** bar}),2)'`;
  });
  return `color=c=black:s=${size}:r=${rate}:d=${durationS},format=yuv444p,${bars.join(",")}`;
}

/**
 * The numbers of all frames of a film that shows the whole frame, or its middle in this share of the height; null
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
