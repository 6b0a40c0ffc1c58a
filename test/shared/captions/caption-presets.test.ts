import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type CaptionPresets, readCaptionPresets } from "../../../shared/captions/caption-presets.ts";
import { completeCaptionStyle } from "../../../shared/captions/caption-styles.ts";
import { SettingError } from "../../../shared/process/environment.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const VARIABLE = "CLIPMILL_CAPTION_PRESETS_DIR";

async function readWith(t: TestContext, files: Readonly<Record<string, string>>): Promise<CaptionPresets> {
  const folder = await temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return readCaptionPresets(folder, VARIABLE);
}

test("every preset file of the project is a preset, and each looks different", () => {
  const files = readdirSync(
    fileURLToPath(new URL("../../../shared/captions/caption-presets/", import.meta.url)),
  );
  const names = [...readCaptionPresets(null, VARIABLE).keys()];
  assert.deepEqual(names.map((name) => `${name}.json`).toSorted(), files.toSorted());
  assert.ok(names.length >= 6);
  assert.equal(
    new Set(Object.values(PRESET_STYLES).map((style) => JSON.stringify(style))).size,
    names.length,
  );
});

test("an operator's presets stand beside the project's and replace those of the same name", async (t) => {
  const presets = await readWith(t, {
    "house_style.json": `{"description": "Ours.", "style": {"font_style": "Poppins", "font_color": "#00FF00"}}`,
    "bold.json": `{"description": "Our bold.", "style": {"uppercase": true}}`,
    "notes.txt": "no preset",
  });
  const { font, fontColor, animation } = presets.get("house_style")?.style ?? {};
  assert.deepEqual([font, fontColor, animation], ["Poppins ExtraBold", "#00FF00", "none"]);
  assert.equal(presets.get("bold")?.description, "Our bold.");
  assert.equal(presets.get("karaoke")?.style.animation, "karaoke");
  assert.equal(presets.has("notes"), false);
});

test("a preset that cannot be used stops the start with its setting, its file and what is wrong", async (t) => {
  const preset = (style: string): string => `{"description": "Ours.", "style": ${style}}`;
  for (const [file, text, problem] of [
    ["a.json", "{", /a\.json/],
    ["b.json", preset(`{"font_colour": "#000000"}`), /font_colour is not a known property/],
    ["c.json", preset(`{"font_color": "red"}`), /font_color/],
    ["d.json", preset(`{"font_style": "Comic Sans"}`), /font_style is not a font/],
    ["e.json", `{"style": {}}`, /description is required/],
    ["A Name.json", preset("{}"), /A Name\.json/],
  ] as const) {
    await assert.rejects(
      readWith(t, { [file]: text }),
      (error) =>
        error instanceof SettingError && error.message.startsWith(VARIABLE) && problem.test(error.message),
    );
  }
  assert.throws(() => readCaptionPresets("/nowhere/at/all", VARIABLE), SettingError);
});

test("a style that a version stored before shadows were known is drawn without one", () => {
  const { shadow: _shadow, shadowColor: _color, ...old } = PRESET_STYLES.bold;
  const complete = completeCaptionStyle(old as typeof PRESET_STYLES.bold);
  assert.deepEqual([complete.shadow, complete.fontColor], ["none", old.fontColor]);
});
