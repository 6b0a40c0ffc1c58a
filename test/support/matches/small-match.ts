// A match of a minute and a half for end-to-end tests, made in seconds: a ball that flies and a crowd that roars, twice.
import { join } from "node:path";
import type { TestContext } from "node:test";
import { generated, makeMedia } from "../media/media-fixture.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const FILM_S = 90;
/** When something happens. */
export const [GOAL_S, SAVE_S] = [35, 68];
const during = (startS: number): string => `between(t,${startS},${startS + 5})`;
const BALL = `120+60*sin(t/3)+(${during(GOAL_S)}+${during(SAVE_S)})*90*sin(7*t)`;
const CROWD = `(random(0)-0.5)*(0.05+0.8*${during(GOAL_S)}*(t-${GOAL_S})/5+0.5*${during(SAVE_S)}*(t-${SAVE_S})/5)`;

export async function makeSmallMatch(t: TestContext): Promise<string> {
  const path = join(await temporaryFolder(t), "match.mp4");
  const player = `testsrc2=s=60x40:r=12:d=${FILM_S}`;
  await makeMedia(
    ...generated(`color=c=0x2A7A34:s=320x180:r=12:d=${FILM_S}`),
    ...generated(player),
    ...generated(`aevalsrc='${CROWD}':d=${FILM_S}:s=48000`),
    ...["-filter_complex", `[0][1]overlay=x='${BALL}':y=70[v]`, "-map", "[v]", "-map", "2:a"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "24", "-c:a", "aac", path],
  );
  return path;
}
