// The styles of the project's caption presets by name, for tests and benchmarks that draw with them.
import { type BuiltInPreset, readCaptionPresets } from "../../shared/captions/caption-presets.ts";
import type { CaptionStyle } from "../../shared/captions/caption-styles.ts";

const presets = readCaptionPresets(null, "CLIPMILL_CAPTION_PRESETS_DIR");

export const PRESET_STYLES = Object.fromEntries(
  [...presets].map(([name, { style }]) => [name, style]),
) as Readonly<Record<BuiltInPreset, CaptionStyle>>;
