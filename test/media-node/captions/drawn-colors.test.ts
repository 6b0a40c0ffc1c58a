// Colours are written as the build of ffmpeg that draws them must be told.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { drawCaptions } from "../../../media-node/captions/draw-captions.ts";
import { inBt601, inDrawnColors } from "../../../media-node/captions/drawn-colors.ts";
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

const STYLE: CaptionStyle = {
  ...PRESET_STYLES.boxed,
  fontColor: "#FFFFFF",
  highlightColor: "#FFD400",
  highlightBackgroundColor: null,
  strokeColor: "#1DB954",
  backgroundColor: "#7C3AED80",
  shadowColor: "#000000B0",
};

/** A program in place of ffmpeg, of lines of shell. */
async function program(t: TestContext, ...lines: string[]): Promise<string> {
  const path = join(await temporaryFolder(t), "ffmpeg");
  await writeFile(path, ["#!/bin/sh", ...lines, ""].join("\n"), { mode: 0o755 });
  return path;
}

/** Writes a frame of 16 × 16 whose bytes are all this one. */
function frameOf(level: number): string {
  return `head -c 384 /dev/zero | tr '\\000' '\\${level.toString(8)}'`;
}

test("a colour is written as that of which BT.601 makes the same, and its alpha stays", () => {
  assert.equal(inBt601("#FFD400"), "#FADE09");
  assert.equal(inBt601("#1db95480"), "#2AD05780");
});

test("greys are the same in BT.601 and BT.709", () => {
  for (const grey of ["#000000", "#808080", "#FFFFFF"]) assert.equal(inBt601(grey), grey);
});

test("of a colour that BT.601 cannot draw the nearest is written", () => {
  assert.equal(inBt601("#00FF00"), "#14FF08");
});

test("a build that draws by BT.709 is told a style's own colours", async (t) => {
  assert.deepEqual(await inDrawnColors(STYLE, await program(t, frameOf(173))), STYLE);
});

test("a build that draws by BT.601 is told those of which it makes the style's", async (t) => {
  assert.deepEqual(await inDrawnColors(STYLE, await program(t, frameOf(144))), {
    ...STYLE,
    highlightColor: "#FADE09",
    strokeColor: "#2AD057",
    backgroundColor: "#7827E680",
  });
});

test("what karaoke fills words with is written so as well, in either direction", async (t) => {
  const ffmpeg = await program(t, frameOf(144));
  const style: CaptionStyle = { ...STYLE, highlightColor: null, animation: "karaoke" };
  const target = { style, ffmpeg, frame: { width: 360, height: 640 }, frameRate: 25 };
  for (const text of ["Hello", "שלום"]) {
    const drawn = await drawCaptions([{ text, startS: 0, endS: 1 }], target);
    assert.match(drawn?.script ?? "", /\\1c&H09DEFA&/);
  }
});

for (const build of BUILDS) {
  test(`of what a build draws, either matrix is seen with ${build.name}`, { skip: build.skip }, async () => {
    const { highlightColor } = await inDrawnColors(STYLE, build.ffmpeg);
    assert.ok(["#FFD400", "#FADE09"].includes(highlightColor ?? ""));
  });
}

test("a build that draws nothing is not taken for one that draws by BT.601", async (t) => {
  await assert.rejects(inDrawnColors(STYLE, await program(t, frameOf(16))), /does not draw captions/);
});

test("a build is asked once, and again where it failed", async (t) => {
  const folder = await temporaryFolder(t);
  const [failed, drawn] = [join(folder, "failed"), join(folder, "drawn")];
  const once = (path: string): string => `[ ! -e '${path}' ] && : > '${path}'`;
  const ffmpeg = await program(t, `if ${once(failed)}; then exit 1; fi`, `${once(drawn)} && ${frameOf(173)}`);
  await assert.rejects(inDrawnColors(STYLE, ffmpeg));
  for (let time = 0; time < 2; time += 1) assert.deepEqual(await inDrawnColors(STYLE, ffmpeg), STYLE);
});
