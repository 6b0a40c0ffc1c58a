import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { CaptionWord } from "../../../media-node/stages/lay-out-captions.ts";
import { CAPTION_PRESETS, type CaptionStyle } from "../../../shared/caption-styles.ts";
import { generated, makeMedia } from "../../support/media-fixture.ts";
import { BUILDS, type MediaBuild } from "../../support/media-tools.ts";
import { type Picture, readFrame } from "../../support/read-media.ts";
import { createRenderer } from "../../support/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();

/** Text that would take the script over, leave its line, or open a file, were it not taken as text. */
const HOSTILE =
  "{\\pos(0,0)\\fs400}\\N\\h{\\clip(0,0,1,1)}':drawtext=text=x;[0:v]movie=/etc/passwd,%{pts}\nDialogue:";

async function makeFilm(t: TestContext): Promise<string> {
  const path = join(await temporaryFolder(t), "grey.mp4");
  await makeMedia(
    ...generated("color=c=0x505050:s=360x640:r=25:d=3"),
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    path,
  );
  return path;
}

function words(...texts: string[]): CaptionWord[] {
  return texts.map((text, index) => ({ text, startS: index * 0.5, endS: (index + 1) * 0.5 }));
}

async function frameWith(
  t: TestContext,
  film: string,
  captions: { words: CaptionWord[]; style: CaptionStyle } | undefined,
  timeS = 0.3,
  build?: MediaBuild,
): Promise<Picture> {
  const rendering = {
    durationS: 1.2,
    ...(captions === undefined ? {} : { captions }),
    ...(build === undefined ? {} : { build }),
  };
  return readFrame((await renderer.render(t, film, rendering)).videoPath, timeS);
}

/** First and last row that differ between two pictures, as shares of the height. */
function changedBand(one: Picture, other: Picture): { top: number; bottom: number } | undefined {
  const rows = one.rowDifferences(other).flatMap((difference, row) => (difference > 1 ? [row] : []));
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { top: first / one.height, bottom: last / one.height };
}

for (const build of BUILDS) {
  const options = { skip: build.skip };
  test(`captions are in their band and nowhere else with ${build.name}`, options, async (t) => {
    const film = await makeFilm(t);
    const plain = await frameWith(t, film, undefined, 0.3, build);
    for (const [style, centre] of [
      [CAPTION_PRESETS.bold, 0.76],
      [CAPTION_PRESETS.boxed, 0.76],
      [{ ...CAPTION_PRESETS.shout, position: "top" as const }, 0.14],
      [{ ...CAPTION_PRESETS.minimal, positionY: 0.4 }, 0.4],
    ] as const) {
      const band = changedBand(
        plain,
        await frameWith(t, film, { words: words("Hello", "there"), style }, 0.3, build),
      );
      assert.ok(
        band !== undefined && band.top > centre - 0.06 && band.bottom < centre + 0.06,
        JSON.stringify(band),
      );
      assert.ok(band.bottom - band.top > 0.012, JSON.stringify(band));
    }
  });

  test(`hostile text is drawn as text with ${build.name}`, options, async (t) => {
    const film = await makeFilm(t);
    const plain = await frameWith(t, film, undefined, 0.3, build);
    const style = { ...CAPTION_PRESETS.minimal, animation: "none" as const };
    const band = changedBand(
      plain,
      await frameWith(t, film, { words: words("See", HOSTILE), style }, 0.3, build),
    );
    assert.ok(band !== undefined && band.top > 0.66 && band.bottom < 0.86, JSON.stringify(band));
  });
}

test("the spoken word has the highlight's colour", async (t) => {
  const style = {
    ...CAPTION_PRESETS.bold,
    fontSizePx: 180,
    highlightColor: "#FF0000",
    fontColor: "#00FF00",
    strokeWidthPx: 0,
  };
  const film = await makeFilm(t);
  const count = async (timeS: number): Promise<{ red: number; green: number }> => {
    const picture = await frameWith(t, film, { words: words("MMM", "iii"), style }, timeS);
    let [red, green] = [0, 0];
    for (let x = 0; x < 1; x += 1 / 360) {
      for (let y = 0.6; y < 0.9; y += 1 / 640) {
        const [r, g] = picture.at(x, y);
        if (r > 180 && g < 90) red += 1;
        if (g > 180 && r < 90) green += 1;
      }
    }
    return { red, green };
  };
  const [first, second] = [await count(0.2), await count(0.8)];
  assert.ok(first.red > 2 * first.green && first.green > 0, JSON.stringify(first));
  assert.ok(second.green > 2 * second.red && second.red > 0, JSON.stringify(second));
});
