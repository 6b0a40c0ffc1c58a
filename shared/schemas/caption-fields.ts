// The fields of a caption's style as one JSON Schema each: requests have them under `subtitle`, preset files under
// `style`, so that an operator writes a preset with the words that clients use.
import { type Static, Type } from "typebox";
import { CAPTION_FONTS } from "../captions/caption-fonts.ts";
import { CAPTION_ANIMATIONS, CAPTION_POSITIONS, CAPTION_SHADOWS } from "../captions/caption-styles.ts";
import { CLIP_LIMITS } from "../limits/clips.ts";

const Color = (description: string) =>
  Type.String({
    pattern: "^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$",
    examples: ["#FFD400"],
    description,
  });

export const CAPTION_FIELDS = {
  font_style: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      examples: Object.keys(CAPTION_FONTS),
      description: `A font family that the appliance has: ${Object.keys(CAPTION_FONTS).join(", ")}.`,
    }),
  ),
  font_size: Type.Optional(
    Type.Number({
      minimum: CLIP_LIMITS.fontSize.min,
      maximum: CLIP_LIMITS.fontSize.max,
      description: "Size of the text in pixels of a clip 1080 wide.",
    }),
  ),
  max_words_on_screen: Type.Optional(
    Type.Integer({
      minimum: CLIP_LIMITS.wordsOnScreen.min,
      maximum: CLIP_LIMITS.wordsOnScreen.max,
      description: "The most words shown at once.",
    }),
  ),
  position: Type.Optional(
    Type.Enum([...CAPTION_POSITIONS], {
      description:
        "Where the captions stand: clear of what vertical players draw over the top 14 % and the bottom 35 %.",
    }),
  ),
  position_y: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Centre of the text, 0 at the top to 1 at the bottom; wins over `position`.",
    }),
  ),
  font_color: Type.Optional(Color("Colour of the text, `#RRGGBB` or `#RRGGBBAA`.")),
  highlight_color: Type.Optional(Color("Colour of the word that is being said.")),
  highlight_background_color: Type.Optional(Color("Colour of a box behind the word that is being said.")),
  stroke_color: Type.Optional(Color("Colour of the outline.")),
  background_color: Type.Optional(Color("Colour of a box with round corners behind the text.")),
  stroke_width: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 20,
      description: "Width of the outline in pixels of a clip 1080 wide.",
    }),
  ),
  shadow: Type.Optional(
    Type.Enum([...CAPTION_SHADOWS], { description: "What lies behind the letters, in `shadow_color`." }),
  ),
  shadow_color: Type.Optional(Color("Colour of the shadow or glow.")),
  animation: Type.Optional(
    Type.Enum([...CAPTION_ANIMATIONS], {
      description:
        "`karaoke` fills the words as they are said, `pop` swells each, `bounce` drops each in, `fade` fades lines in.",
    }),
  ),
  uppercase: Type.Optional(Type.Boolean({ description: "Whether captions are set in capitals." })),
} as const;

const CaptionFields = Type.Object(CAPTION_FIELDS);
export type CaptionFields = Static<typeof CaptionFields>;

/** A preset's file; its name without `.json` is the preset's. */
export const CaptionPresetFile = Type.Object(
  {
    description: Type.String({ minLength: 1, maxLength: 200 }),
    style: Type.Object(CAPTION_FIELDS, { additionalProperties: false }),
  },
  { additionalProperties: false },
);
