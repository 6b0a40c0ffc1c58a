// The looks that captions may have: the fonts that the appliance brings, and the presets that name a whole look. The
// control plane checks a request against these tables, and media nodes render from them, so that no request is
// accepted which no node can draw.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export const CAPTION_POSITIONS = ["top", "middle", "bottom"] as const;
export type CaptionPosition = (typeof CAPTION_POSITIONS)[number];

export const CAPTION_ANIMATIONS = ["none", "karaoke", "pop", "fade", "bounce"] as const;
export type CaptionAnimation = (typeof CAPTION_ANIMATIONS)[number];

/** A complete look. Sizes are pixels on a picture 1080 wide and scale with it; colours are `#RRGGBB` or `#RRGGBBAA`. */
export interface CaptionStyle {
  readonly font: CaptionFontName;
  readonly fontSizePx: number;
  readonly maxWordsOnScreen: number;
  readonly position: CaptionPosition;
  /** Centre of the text as a share of the height, from the top; overrides `position` when not null. */
  readonly positionY: number | null;
  readonly fontColor: string;
  readonly highlightColor: string;
  readonly strokeColor: string;
  readonly strokeWidthPx: number;
  /** A box behind the text, or null. */
  readonly backgroundColor: string | null;
  readonly animation: CaptionAnimation;
  readonly uppercase: boolean;
}

export interface CaptionFont {
  /** The name inside the font file, by which libass finds it. */
  readonly family: string;
  /** Module path of the TTF file. */
  readonly file: string;
}

export const CAPTION_FONTS = {
  "Montserrat ExtraBold": {
    family: "Montserrat ExtraBold",
    file: "@expo-google-fonts/montserrat/800ExtraBold/Montserrat_800ExtraBold.ttf",
  },
  "Montserrat Black": {
    family: "Montserrat Black",
    file: "@expo-google-fonts/montserrat/900Black/Montserrat_900Black.ttf",
  },
  "Montserrat SemiBold": {
    family: "Montserrat SemiBold",
    file: "@expo-google-fonts/montserrat/600SemiBold/Montserrat_600SemiBold.ttf",
  },
} as const satisfies Record<string, CaptionFont>;
export type CaptionFontName = keyof typeof CAPTION_FONTS;

const BOLD: CaptionStyle = {
  font: "Montserrat ExtraBold",
  fontSizePx: 96,
  maxWordsOnScreen: 4,
  position: "bottom",
  positionY: null,
  fontColor: "#FFFFFF",
  highlightColor: "#FFD400",
  strokeColor: "#101014",
  strokeWidthPx: 6,
  backgroundColor: null,
  animation: "karaoke",
  uppercase: false,
};

export const CAPTION_PRESETS = {
  bold: BOLD,
  shout: {
    ...BOLD,
    font: "Montserrat Black",
    fontSizePx: 96,
    maxWordsOnScreen: 3,
    animation: "pop",
    uppercase: true,
  },
  boxed: {
    ...BOLD,
    font: "Montserrat SemiBold",
    fontSizePx: 84,
    maxWordsOnScreen: 6,
    strokeWidthPx: 0,
    backgroundColor: "#101014C0",
    animation: "none",
  },
  minimal: {
    ...BOLD,
    font: "Montserrat SemiBold",
    fontSizePx: 76,
    maxWordsOnScreen: 6,
    strokeWidthPx: 4,
    animation: "fade",
  },
} as const satisfies Record<string, CaptionStyle>;
export type CaptionPreset = keyof typeof CAPTION_PRESETS;

/** Finds a font by its name, whatever its case; plain "Montserrat" means its ExtraBold. */
export function findCaptionFont(name: string): CaptionFontName | undefined {
  const wanted = name.trim().toLowerCase();
  const names = Object.keys(CAPTION_FONTS) as CaptionFontName[];
  return (
    names.find((font) => font.toLowerCase() === wanted) ??
    names.find((font) => font.toLowerCase().startsWith(`${wanted} `))
  );
}

/** Absolute path of a font's file. */
export function captionFontPath(font: CaptionFontName): string {
  const [scope = "", name = "", ...rest] = CAPTION_FONTS[font].file.split("/");
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve(`${scope}/${name}/package.json`)), ...rest);
}
