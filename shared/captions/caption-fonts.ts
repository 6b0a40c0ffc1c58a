// The fonts that captions may be set in, all under the SIL Open Font License, and those that stand in for characters
// which a font lacks. Every weight is a family of its own here, as it is inside the files: asking libass for a family
// and a weight gives whatever it thinks nearest.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export interface CaptionFont {
  /** The name inside the font file, by which libass finds it. */
  readonly family: string;
  /** Module path of the TTF file. */
  readonly file: string;
}

interface StyledFont extends CaptionFont {
  /** One that is like it in shape and weight, for languages that it cannot write. */
  readonly standIn?: CaptionFont;
}

const MONTSERRAT_EXTRA_BOLD: CaptionFont = {
  family: "Montserrat ExtraBold",
  file: "@expo-google-fonts/montserrat/800ExtraBold/Montserrat_800ExtraBold.ttf",
};
const MONTSERRAT_SEMI_BOLD: CaptionFont = {
  family: "Montserrat SemiBold",
  file: "@expo-google-fonts/montserrat/600SemiBold/Montserrat_600SemiBold.ttf",
};

/** By the name that clients use; of a family, the first is what its plain name means. */
export const CAPTION_FONTS = {
  "Montserrat ExtraBold": MONTSERRAT_EXTRA_BOLD,
  "Montserrat Black": {
    family: "Montserrat Black",
    file: "@expo-google-fonts/montserrat/900Black/Montserrat_900Black.ttf",
  },
  "Montserrat SemiBold": MONTSERRAT_SEMI_BOLD,
  "Poppins ExtraBold": {
    family: "Poppins ExtraBold",
    file: "@expo-google-fonts/poppins/800ExtraBold/Poppins_800ExtraBold.ttf",
    // It has neither Vietnamese nor Cyrillic.
    standIn: MONTSERRAT_EXTRA_BOLD,
  },
  "Poppins SemiBold": {
    family: "Poppins SemiBold",
    file: "@expo-google-fonts/poppins/600SemiBold/Poppins_600SemiBold.ttf",
    standIn: MONTSERRAT_SEMI_BOLD,
  },
  "Playfair Display ExtraBold": {
    family: "Playfair Display ExtraBold",
    file: "@expo-google-fonts/playfair-display/800ExtraBold/PlayfairDisplay_800ExtraBold.ttf",
  },
  "Playfair Display SemiBold": {
    family: "Playfair Display SemiBold",
    file: "@expo-google-fonts/playfair-display/600SemiBold/PlayfairDisplay_600SemiBold.ttf",
  },
  Anton: { family: "Anton", file: "@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf" },
} as const satisfies Record<string, StyledFont>;
export type CaptionFontName = keyof typeof CAPTION_FONTS;

/**
 * Fonts for what the chosen one lacks, heavy ones, because captions are. Japanese stands before Chinese: it has kana
 * and lacks simplified characters, so that each text is best covered by its own.
 */
export const FALLBACK_FONTS: readonly CaptionFont[] = [
  {
    family: "Noto Sans Arabic ExtraBold",
    file: "@expo-google-fonts/noto-sans-arabic/800ExtraBold/NotoSansArabic_800ExtraBold.ttf",
  },
  {
    family: "Noto Sans Hebrew ExtraBold",
    file: "@expo-google-fonts/noto-sans-hebrew/800ExtraBold/NotoSansHebrew_800ExtraBold.ttf",
  },
  {
    family: "Noto Sans Thai ExtraBold",
    file: "@expo-google-fonts/noto-sans-thai/800ExtraBold/NotoSansThai_800ExtraBold.ttf",
  },
  // Greek, which neither Montserrat nor Poppins has.
  { family: "Manrope ExtraBold", file: "@expo-google-fonts/manrope/800ExtraBold/Manrope_800ExtraBold.ttf" },
  {
    family: "Dela Gothic One",
    file: "@expo-google-fonts/dela-gothic-one/400Regular/DelaGothicOne_400Regular.ttf",
  },
  {
    family: "ZCOOL QingKe HuangYou",
    file: "@expo-google-fonts/zcool-qingke-huangyou/400Regular/ZCOOLQingKeHuangYou_400Regular.ttf",
  },
  {
    family: "Black Han Sans",
    file: "@expo-google-fonts/black-han-sans/400Regular/BlackHanSans_400Regular.ttf",
  },
  MONTSERRAT_EXTRA_BOLD,
  CAPTION_FONTS["Poppins ExtraBold"],
  { family: "Noto Emoji", file: "@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf" },
];

/**
 * Finds a font by its name, whatever its case; plain "Montserrat" means its ExtraBold. Undefined for a name
 * that is none.
 */
export function findCaptionFont(name: string): CaptionFontName | undefined {
  const wanted = name.trim().toLowerCase();
  const names = Object.keys(CAPTION_FONTS) as CaptionFontName[];
  return (
    names.find((font) => font.toLowerCase() === wanted) ??
    names.find((font) => font.toLowerCase().startsWith(`${wanted} `))
  );
}

/** The font whose letters are taken where this one lacks them, before others'; undefined for most. */
export function standInOf(name: CaptionFontName): CaptionFont | undefined {
  const font: StyledFont = CAPTION_FONTS[name];
  return font.standIn;
}

/** Absolute path of a font's file. */
export function captionFontPath({ file }: CaptionFont): string {
  const [scope = "", name = "", ...rest] = file.split("/");
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve(`${scope}/${name}/package.json`)), ...rest);
}
