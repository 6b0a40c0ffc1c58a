import assert from "node:assert/strict";
import { test } from "node:test";
import type { FrameSize } from "../../../media-node/ffmpeg/fit-frames.ts";
import { canvasOf } from "../../../media-node/reel/drawing/reel-canvas.ts";
import { BUILT_IN_REEL_TEMPLATES } from "../../../shared/templates/reel-template.ts";
import type { DecodedFrame } from "../../support/media/read-media.ts";
import { dress, LAYOUTS, layOver } from "../../support/media-node/dressed-reels.ts";

const GREY = "0x707070";
/** How far apart a channel of two frames is where something was drawn rather than rounded. */
const DRAWN = 24;

const LONG = `مباراة القمة 全国冠军 & <b>"The comeback of the century"</b> against the champions ${"of ".repeat(160)}`;

/** Large in several lines, and high ones. */
const MIDDLING = "مباراة القمة: نهائي الكأس بين الفريقين ٢٠٢٦";

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where two frames differ, in pixels; undefined where they do not. */
function changedArea(one: DecodedFrame, other: DecodedFrame): Area | undefined {
  const { width, height } = one;
  let area: Area | undefined;
  for (let index = 0; index < width * height; index += 1) {
    const [column, row] = [index % width, Math.floor(index / width)];
    const [before, after] = [
      one.at((column + 0.5) / width, (row + 0.5) / height),
      other.at((column + 0.5) / width, (row + 0.5) / height),
    ];
    if (before.every((value, channel) => Math.abs(value - (after[channel] ?? 0)) < DRAWN)) continue;
    const { left, top, right, bottom } = area ?? { left: column, top: row, right: column, bottom: row };
    area = {
      left: Math.min(left, column),
      top: Math.min(top, row),
      right: Math.max(right, column + 1),
      bottom: Math.max(bottom, row + 1),
    };
  }
  return area;
}

function sizeOf(area: Area | undefined): number {
  return area === undefined ? 0 : (area.right - area.left) * (area.bottom - area.top);
}

/** Overlays lie on even pixels, which may hang over the edge of the area by two. */
function assertSafe(area: Area | undefined, size: FrameSize, name: string): void {
  assert.ok(area !== undefined, `${name} shows something`);
  const { safe, scale } = canvasOf(size);
  const isSafe =
    area.left >= safe.left * scale - 2 &&
    area.right <= safe.right * scale + 2 &&
    area.top >= safe.top * scale - 2 &&
    area.bottom <= safe.bottom * scale + 2;
  assert.ok(isSafe, `${name} stays in the safe area: ${JSON.stringify(area)}`);
}

for (const { name, document } of BUILT_IN_REEL_TEMPLATES) {
  test(`what ${name} writes stays in the safe area in every layout, and a reel's first frame has its title`, async (t) => {
    for (const [layout, size] of Object.entries(LAYOUTS)) {
      const reel = { document, target: size, frameCounts: [150, 150] };
      const moments = [LONG, "Whistle"].map((reason) => ({ reason, score: 90 }));
      const [long, short] = await Promise.all([
        dress(t, { ...reel, title: LONG, moments }),
        dress(t, { ...reel, title: MIDDLING, moments }),
      ]);
      const shown = { ground: GREY, size, frames: [60] };
      const [[plain], [dressed]] = await Promise.all([
        layOver([], shown),
        layOver(long.pieces[0] ?? [], shown),
      ]);
      assert.ok(plain !== undefined && dressed !== undefined);
      assertSafe(changedArea(plain, dressed), size, `${name} ${layout}`);
      // Two titles differ only where titles are.
      const cards = await Promise.all(
        [long, short].map(({ intro }) =>
          layOver(intro?.overlays ?? [], { ...shown, frames: [0, 50], ground: intro?.backgroundPath ?? "" }),
        ),
      );
      const [[first, one] = [], [otherFirst, other] = []] = cards;
      assert.ok(first !== undefined && otherFirst !== undefined && one !== undefined && other !== undefined);
      const atRest = changedArea(one, other);
      assertSafe(atRest, size, `${name} ${layout} intro`);
      // Players show the first frame until somebody presses play. What stands below a title fades in, and differs with its place.
      const share = sizeOf(changedArea(first, otherFirst)) / sizeOf(atRest);
      assert.ok(share > 0.8, `${name} ${layout}: ${share.toFixed(2)} of the title is there at once`);
    }
  });
}

test("a title of which no font has anything gives way to another, and letters without a font are told", async (t) => {
  const { document } = BUILT_IN_REEL_TEMPLATES[0] ?? {};
  const target = LAYOUTS.SQUARE;
  const [strange, untitled, half] = await Promise.all(
    ["\u{1e900}\u{1e901}", null, "Cup \u{1e900}"].map((title) => dress(t, { document, target, title })),
  );
  const [first, other] = await Promise.all(
    [strange, untitled].map((dressing) =>
      layOver(dressing?.intro?.overlays ?? [], { ground: GREY, size: target, frames: [50] }),
    ),
  );
  assert.ok(first?.[0] !== undefined && other?.[0] !== undefined);
  assert.equal(changedArea(first[0], other[0]), undefined);
  const notice = "No font on the media node has \u{1e900}: the reel's texts leave them out.";
  assert.deepEqual([untitled?.notice, half?.notice], [null, notice]);
});

test("texts of a lower third come and go within their moment, and none is shown where there is no time to read it", async (t) => {
  const { document } = BUILT_IN_REEL_TEMPLATES[1] ?? {};
  const { pieces } = await dress(t, { document, frameCounts: [150, 24] });
  const [texts = [], short = []] = pieces;
  assert.ok(texts.length > short.length, "only the longer moment has a text");
  const size = LAYOUTS.LANDSCAPE;
  const frames = [18, 60, 130];
  const [plain] = await layOver([], { ground: GREY, size, frames: [0] });
  const over = await layOver(texts, { ground: GREY, size, frames });
  const changed = over.map((frame) => plain !== undefined && changedArea(plain, frame) !== undefined);
  assert.deepEqual(changed, [true, true, true]);
  for (const overlay of [...texts, ...short]) assert.ok(overlay.endFrame <= 150 && overlay.startFrame >= 0);
});

for (const { name, document } of BUILT_IN_REEL_TEMPLATES) {
  test(`the same texts lie in the same place in every moment of ${name}, whatever digits its number has`, async (t) => {
    const size = LAYOUTS.SQUARE;
    const moments = Array.from({ length: 4 }, () => ({ reason: "Whistle", score: 90 }));
    const reel = { document, target: size, title: "A Cup", moments, frameCounts: [150, 150, 150, 150] };
    const { pieces } = await dress(t, reel);
    const shown = { ground: GREY, size, frames: [60] };
    const [plain] = await layOver([], shown);
    const areas = await Promise.all(
      pieces.map(async (overlays) => {
        const [frame] = await layOver(overlays, shown);
        return plain !== undefined && frame !== undefined ? changedArea(plain, frame) : undefined;
      }),
    );
    assert.ok(areas[0] !== undefined);
    for (const area of areas) assert.deepEqual(area, areas[0]);
  });
}

test("thirty moments share the images that are the same for all of them", async (t) => {
  const { document } = BUILT_IN_REEL_TEMPLATES[0] ?? {};
  const moments = Array.from({ length: 30 }, (_, index) => ({ reason: `Moment ${index}`, score: 50 }));
  const frameCounts = moments.map(() => 100);
  const { pieces } = await dress(t, { document, moments, frameCounts, title: null });
  assert.equal(pieces.length, 30);
  const paths = pieces.flat().map(({ imagePath }) => imagePath);
  assert.ok(new Set(paths).size < 30 * 5, `${new Set(paths).size} images for ${paths.length} overlays`);
});

test("a template without cards, texts and transitions leaves a reel as it is", async (t) => {
  const off = { enabled: false };
  const document = { intro: off, outro: off, lower_third: off, transition: { kind: "cut" } };
  const dressing = await dress(t, { document });
  assert.deepEqual(dressing, { intro: null, outro: null, pieces: [[], []], notice: null });
});

test("a logo that is no image is left out, and a person is told", async (t) => {
  const off = { enabled: false };
  const image = `data:image/png;base64,${Buffer.from("no image at all").toString("base64")}`;
  const document = { intro: off, outro: off, lower_third: off, transition: { kind: "cut" }, logo: { image } };
  const { pieces, notice } = await dress(t, { document });
  assert.deepEqual(pieces, [[], []]);
  assert.match(notice ?? "", /logo/);
});

test("a logo stands in its corner of the safe area for the whole moment", async (t) => {
  const off = { enabled: false };
  const { default: sharp } = await import("sharp");
  const create = { width: 90, height: 60, channels: 4, background: "#FF0000" } as const;
  const png = await sharp({ create }).png().toBuffer();
  const image = `data:image/png;base64,${png.toString("base64")}`;
  for (const [layout, size] of Object.entries(LAYOUTS)) {
    const logo = { image, corner: "top_right", size: 0.2 };
    const document = { intro: off, outro: off, lower_third: off, transition: { kind: "cut" }, logo };
    const { pieces } = await dress(t, { document, target: size });
    const shown = { ground: GREY, size, frames: [0, 89] };
    const [[plain], [first, last]] = await Promise.all([layOver([], shown), layOver(pieces[0] ?? [], shown)]);
    assert.ok(plain !== undefined && first !== undefined && last !== undefined);
    const area = changedArea(plain, first);
    assertSafe(area, size, layout);
    assert.ok((area?.left ?? 0) > size.width / 2, "it stands on the right");
    assert.deepEqual(changedArea(plain, last), area);
  }
});
