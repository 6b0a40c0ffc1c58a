import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openTypeface } from "../../../media-node/captions/caption-typeface.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { type DecodedFrame, readFrame } from "../../support/media/read-media.ts";
import { BUILDS, type MediaBuild } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";
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

function words(...texts: string[]): SpokenWord[] {
  return texts.map((text, index) => ({ text, startS: index * 0.5, endS: (index + 1) * 0.5 }));
}

async function frameWith(
  t: TestContext,
  film: string,
  captions: { words: SpokenWord[]; style: CaptionStyle } | undefined,
  timeS = 0.3,
  build?: MediaBuild,
): Promise<DecodedFrame> {
  const rendering = {
    durationS: 1.2,
    widthPx: 360,
    ...(captions === undefined ? {} : { captions }),
    ...(build === undefined ? {} : { build }),
  };
  return readFrame((await renderer.render(t, film, rendering)).videoPath, timeS);
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How far apart a channel of two frames is where something was drawn rather than compressed. */
const DRAWN = 40;

/** The area in which two frames differ, as shares of width and height. */
function changedArea(one: DecodedFrame, other: DecodedFrame): Area | undefined {
  const { width, height } = one;
  let area: Area | undefined;
  for (let index = 0; index < width * height; index += 1) {
    const [x, y] = [((index % width) + 0.5) / width, (Math.floor(index / width) + 0.5) / height];
    const [before, after] = [one.at(x, y), other.at(x, y)];
    if (before.every((value, channel) => Math.abs(value - (after[channel] ?? 0)) < DRAWN)) continue;
    const { left, top, right, bottom } = area ?? { left: x, top: y, right: x, bottom: y };
    area = { left: Math.min(left, x), top, right: Math.max(right, x), bottom: Math.max(bottom, y) };
    area = { ...area, top: Math.min(top, y) };
  }
  return area;
}

/** What Meta asks to stay free on Reels: 14 % at the top, 35 % at the bottom, 6 % at the sides. */
function assertSafe(area: Area | undefined, name: string): void {
  assert.ok(area !== undefined, `${name} is drawn`);
  const isSafe = area.left >= 0.06 && area.right <= 0.94 && area.top >= 0.14 && area.bottom <= 0.65;
  assert.ok(isSafe, `${name}: ${JSON.stringify(area)}`);
}

for (const build of BUILDS) {
  const options = { skip: build.skip };
  test(`captions stand where they were placed and nowhere else with ${build.name}`, options, async (t) => {
    const film = await makeFilm(t);
    const plain = await frameWith(t, film, undefined, 0.3, build);
    for (const [style, centre] of [
      [PRESET_STYLES.bold, 0.63],
      [PRESET_STYLES.boxed, 0.63],
      [{ ...PRESET_STYLES.karaoke, position: "top" as const }, 0.16],
      [{ ...PRESET_STYLES.minimal, positionY: 0.8 }, 0.8],
    ] as const) {
      const area = changedArea(
        plain,
        await frameWith(t, film, { words: words("Hello", "there"), style }, 0.3, build),
      );
      assert.ok(
        area !== undefined && area.top > centre - 0.04 && area.bottom < centre + 0.04,
        JSON.stringify(area),
      );
      assert.ok(Math.abs(area.left + area.right - 1) < 0.02, JSON.stringify(area));
    }
  });

  test(`a caption has the colours of its style with ${build.name}`, options, async (t) => {
    const film = await makeFilm(t);
    for (const color of ["#FFD400", "#1DB954", "#7C3AED"]) {
      const colors = { fontColor: color, strokeColor: color, backgroundColor: color };
      const style = { ...PRESET_STYLES.boxed, ...colors, animation: "none", shadow: "none" } as const;
      const frame = await frameWith(t, film, { words: words("Hello"), style }, 0.3, build);
      const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      const found = frame.at(0.5, 0.63);
      assert.ok(
        found.every((level, channel) => Math.abs(level - (wanted[channel] ?? -99)) <= 4),
        `${found.join()} instead of ${wanted.join()}`,
      );
    }
  });

  test(`hostile text is drawn as text with ${build.name}`, options, async (t) => {
    const film = await makeFilm(t);
    const plain = await frameWith(t, film, undefined, 0.3, build);
    const style = { ...PRESET_STYLES.minimal, animation: "none" as const };
    const captions = { words: words("See", HOSTILE), style };
    assertSafe(changedArea(plain, await frameWith(t, film, captions, 0.3, build)), "hostile text");
  });
}

test("every preset keeps the safe areas free, however long its words are", async (t) => {
  const film = await makeFilm(t);
  const plain = await frameWith(t, film, undefined);
  const long = words("Incomprehensibly", "jeopardizing", "WWWWWWWWWWWWWWWWWWWWW", "jogging");
  for (const [name, preset] of Object.entries(PRESET_STYLES)) {
    for (const position of ["top", "bottom"] as const) {
      const captions = { words: long, style: { ...preset, position } };
      assertSafe(changedArea(plain, await frameWith(t, film, captions, 0.4)), `${name} at the ${position}`);
    }
  }
});

test("text is as wide as it was measured, in every script", async (t) => {
  const film = await makeFilm(t);
  const plain = await frameWith(t, film, undefined);
  const style: CaptionStyle = {
    ...PRESET_STYLES.bold,
    highlightColor: null,
    strokeWidthPx: 0,
    shadow: "none",
    animation: "none",
    fontSizePx: 90,
  };
  for (const text of ["Hamburgefonstiv", "السلام عليكم", "שלום לכולם", "Καλημέρα", "ありがとう", "नमस्ते"]) {
    const typeface = await openTypeface(style.font, [text]);
    const measured = typeface.widthOf(text) * (90 / 1_080);
    const area = changedArea(plain, await frameWith(t, film, { words: words(text), style }));
    const drawn = (area?.right ?? 0) - (area?.left ?? 0);
    // The room before the first and after the last letter belongs to the width; a pixel is 0.003.
    const shortBy = measured - drawn;
    assert.ok(shortBy > -0.01 && shortBy < 0.025, `${text}: ${drawn} of ${measured}`);
  }
});

test("the spoken word has the highlight's colour", async (t) => {
  const style = {
    ...PRESET_STYLES.bold,
    fontSizePx: 180,
    highlightColor: "#FF0000",
    fontColor: "#00FF00",
    strokeWidthPx: 0,
  };
  const film = await makeFilm(t);
  const count = async (timeS: number): Promise<{ red: number; green: number }> => {
    const frame = await frameWith(t, film, { words: words("MMM", "iii"), style }, timeS);
    let [red, green] = [0, 0];
    for (let x = 0; x < 1; x += 1 / 360) {
      for (let y = 0.4; y < 0.66; y += 1 / 640) {
        const [r, g] = frame.at(x, y);
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
