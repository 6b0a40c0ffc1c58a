import assert from "node:assert/strict";
import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { listMachineFonts, openFont } from "../../../media-node/captions/font-files.ts";
import { FONT_TABLES } from "../../../media-node/captions/font-metrics.ts";
import { CAPTION_FONTS, captionFontPath, FALLBACK_FONTS } from "../../../shared/captions/caption-fonts.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MONTSERRAT = captionFontPath(CAPTION_FONTS["Montserrat ExtraBold"]);

test("every font of the project is there under the name by which it is asked for", async () => {
  for (const font of [...Object.values(CAPTION_FONTS), ...FALLBACK_FONTS]) {
    const { metrics } = await openFont(captionFontPath(font));
    assert.equal(metrics.family, font.family);
    assert.ok(metrics.capHeightEm > 0.5 && metrics.capHeightEm < 1, font.family);
    assert.ok(metrics.ascentEm + metrics.descentEm > 0.9, font.family);
  }
});

test("a font tells the width of its characters, and which it has not", async () => {
  const { metrics } = await openFont(MONTSERRAT);
  // As fontTools reads them from the same file: 806 and 291 of 1000 units.
  assert.deepEqual([metrics.advanceEm(0x48), metrics.advanceEm(0x20)], [0.806, 0.291]);
  assert.equal(metrics.advanceEm(0x5b57), undefined);
  assert.equal(metrics.advanceEm(0x1f41d), undefined);
});

test("bytes that are no font are refused as such, however they begin", async (t) => {
  const folder = await temporaryFolder(t);
  const begin = [0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0];
  const entry = fc
    .tuple(fc.constantFrom(...FONT_TABLES), fc.nat(200), fc.nat(200))
    .map(([tag, at, length]) => {
      return [...Buffer.from(tag), 0, 0, 0, 0, 0, 0, 0, at, 0, 0, 0, length];
    });
  const font = fc
    .tuple(fc.array(entry, { minLength: 6, maxLength: 6 }), fc.array(fc.nat(255), { maxLength: 200 }))
    .map(([entries, rest]) => Uint8Array.from([...begin, ...entries.flat(), ...rest]));
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 300 }), font), async (bytes) => {
      count += 1;
      const path = join(folder, `${count}.ttf`);
      await writeFile(path, bytes);
      await assert.rejects(openFont(path), RangeError);
    }),
  );
});

test("a font that could not be read for a moment is read when it is asked for again", async (t) => {
  const path = join(await temporaryFolder(t), "late.ttf");
  await assert.rejects(openFont(path), { code: "ENOENT" });
  await copyFile(MONTSERRAT, path);
  const font = await openFont(path);
  assert.equal(font.metrics.family, "Montserrat ExtraBold");
  assert.equal(await openFont(path), font, "and kept from then on");
});

test("a machine's fonts are found in its folders, bold ones first, and none where there is no folder", async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "truetype"));
  await symlink(MONTSERRAT, join(folder, "truetype", "B-Regular.ttf"));
  await symlink(MONTSERRAT, join(folder, "A-Bold.otf"));
  await writeFile(join(folder, "read.me"), "");
  const found = await listMachineFonts(folder);
  assert.deepEqual(
    found.map((path) => basename(path)),
    ["A-Bold.otf", "B-Regular.ttf"],
  );
  assert.deepEqual(await listMachineFonts(join(folder, "none")), []);
});
