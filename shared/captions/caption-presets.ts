// Presets name whole styles of captions. Each is a JSON file; operators add theirs in a folder of their own. Control
// planes read them when they start: a task's row then holds the complete style (caption-styles.ts), so that media nodes
// need no presets, and a preset that changes changes no task.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SettingError } from "../process/environment.ts";
import { type CaptionFields, CaptionPresetFile } from "../schemas/caption-fields.ts";
import { compileSchema, invalidRequest } from "../schemas/validate.ts";
import { findCaptionFont } from "./caption-fonts.ts";
import { type CaptionStyle, DEFAULT_PRESET, PLAIN_CAPTION_STYLE } from "./caption-styles.ts";

export interface CaptionPreset {
  readonly description: string;
  readonly style: CaptionStyle;
}

export type CaptionPresets = ReadonlyMap<string, CaptionPreset>;

const BUILT_IN_FOLDER = fileURLToPath(new URL("./caption-presets/", import.meta.url));
const BUILT_IN_NAMES = [
  DEFAULT_PRESET,
  "karaoke",
  "minimal",
  "boxed",
  "spotlight",
  "neon",
  "editorial",
  "shout",
] as const;
export type BuiltInPreset = (typeof BUILT_IN_NAMES)[number];

const PRESET_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const parse = compileSchema(CaptionPresetFile);

/** Leaves out what was not said, so that the style's own value stands. */
function given<T extends object>(values: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/**
 * A style with some of its parts changed.
 * @throws AppError INVALID_REQUEST for a font that is not there, with `path` before the field's name
 */
export function changeCaptionStyle(style: CaptionStyle, fields: CaptionFields, path: string): CaptionStyle {
  const font = fields.font_style === undefined ? undefined : findCaptionFont(fields.font_style);
  if (fields.font_style !== undefined && font === undefined) {
    throw invalidRequest([{ path: `${path}/font_style`, message: "is not a font that this appliance has" }]);
  }
  return {
    ...style,
    ...given<CaptionStyle>({
      font,
      fontSizePx: fields.font_size,
      maxWordsOnScreen: fields.max_words_on_screen,
      position: fields.position,
      positionY: fields.position_y,
      fontColor: fields.font_color,
      highlightColor: fields.highlight_color,
      highlightBackgroundColor: fields.highlight_background_color,
      strokeColor: fields.stroke_color,
      strokeWidthPx: fields.stroke_width,
      backgroundColor: fields.background_color,
      shadow: fields.shadow,
      shadowColor: fields.shadow_color,
      animation: fields.animation,
      uppercase: fields.uppercase,
    }),
  };
}

/**
 * The preset of a name, or the one that is taken where none is named.
 * @throws AppError INVALID_REQUEST for one that is not there, which names the field of a job's subtitles
 */
export function findCaptionPreset(presets: CaptionPresets, name: string | undefined): CaptionPreset {
  const preset = presets.get(name ?? DEFAULT_PRESET);
  if (preset !== undefined) return preset;
  const message = `must be one of ${[...presets.keys()].join(", ")}`;
  throw invalidRequest([{ path: "/subtitle/preset", message }]);
}

/** @throws AppError INVALID_REQUEST, SyntaxError, and what reading a file throws */
function readPreset(path: string): CaptionPreset {
  const { description, style } = parse(JSON.parse(readFileSync(path, "utf8")));
  return { description, style: changeCaptionStyle(PLAIN_CAPTION_STYLE, style, "/style") };
}

function readOperatorPreset(folder: string, file: string, variable: string): [string, CaptionPreset] {
  const name = basename(file, ".json");
  if (!PRESET_NAME.test(name)) {
    throw new SettingError(variable, `holds ${file}: names have small letters, digits, "-" and "_".`);
  }
  try {
    return [name, readPreset(join(folder, file))];
  } catch (error) {
    throw new SettingError(variable, `holds ${file}, which cannot be used: ${(error as Error).message}`);
  }
}

function listPresetFiles(folder: string, variable: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(".json"))
      .sort();
  } catch (error) {
    throw new SettingError(variable, `must name a folder that can be read: ${(error as Error).message}`);
  }
}

/**
 * All presets by name: the project's, then those of the operator's folder, which replace ours of the same name.
 * @throws SettingError that names the variable and the file that cannot be used
 */
export function readCaptionPresets(operatorFolder: string | null, variable: string): CaptionPresets {
  const builtIn = BUILT_IN_NAMES.map(
    (name) => [name, readPreset(join(BUILT_IN_FOLDER, `${name}.json`))] as const,
  );
  if (operatorFolder === null) return new Map(builtIn);
  const files = listPresetFiles(operatorFolder, variable);
  return new Map([...builtIn, ...files.map((file) => readOperatorPreset(operatorFolder, file, variable))]);
}
