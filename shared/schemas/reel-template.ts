// A highlight template as one JSON Schema, plain draft 7 without references: it is the `input_schema` of the model
// highlight-render, checks the documents of operators, and tells people what every field does. What is left out has a
// default, so that three colours make a template.
import { type Static, Type } from "typebox";
import { CAPTION_FONTS, type CaptionFontName } from "../captions/caption-fonts.ts";
import { REEL_TEMPLATE_LIMITS } from "../limits/highlights.ts";
import { ASSET_PATTERN, COLOR_PATTERN, IMAGE_ASSET_PATTERN } from "../templates/input-patterns.ts";
import { REEL_CORNERS, REEL_LOOKS, REEL_SIDES, REEL_TRANSITIONS } from "../templates/reel-styles.ts";

const { cardS, transitionS, lowerThirdS, textLength, logoTextLength } = REEL_TEMPLATE_LIMITS;
const CLOSED = { additionalProperties: false } as const;
const FONTS = Object.keys(CAPTION_FONTS) as CaptionFontName[];

/** One of these texts, with the `type` that forms want beside an `enum`. */
function Choice<T extends string>(values: readonly T[], standard: T, description: string) {
  return Type.Optional(Type.Unsafe<T>({ type: "string", enum: [...values], default: standard, description }));
}

const Color = (standard: string, description: string) =>
  Type.Optional(
    Type.String({ pattern: COLOR_PATTERN, default: standard, examples: ["#E10600"], description }),
  );

const Text = (standard: string, description: string) =>
  Type.Optional(Type.String({ maxLength: textLength, default: standard, description }));

const Duration = (bounds: { min: number; max: number }, standard: number, description: string) =>
  Type.Optional(Type.Number({ minimum: bounds.min, maximum: bounds.max, default: standard, description }));

const PLACEHOLDERS =
  "Placeholders: `{title}` (of the job, or “Highlights”), `{category}` (the sport), `{count}` (how many moments), `{moments}` (such as “8 moments”).";
const MOMENT_PLACEHOLDERS = `${PLACEHOLDERS} Also \`{number}\` (of this moment), \`{reason}\` (why it was chosen) and \`{score}\` (0 to 100).`;

function Card(name: "intro" | "outro", title: string, subtitle: string) {
  const where = name === "intro" ? "before the first moment" : "after the last moment";
  return Type.Optional(
    Type.Object(
      {
        enabled: Type.Optional(
          Type.Boolean({ default: true, description: `Whether there is a card ${where}.` }),
        ),
        look: Choice(REEL_LOOKS, "slant", "How the card is drawn, in the template's colours and fonts."),
        duration_s: Duration(cardS, 3, "How long the card is seen, in seconds."),
        title: Text(title, `The large text. ${PLACEHOLDERS}`),
        subtitle: Text(subtitle, `The small text; empty for none. ${PLACEHOLDERS}`),
      },
      { ...CLOSED, description: `A card ${where}.` },
    ),
  );
}

const Colors = Type.Object(
  {
    background: Color("#0B1020", "Of cards and plates."),
    primary: Color("#E10600", "Of the large shapes."),
    accent: Color("#FFD400", "Of what is to catch the eye: lines, counters."),
    text: Color(
      "#FFFFFF",
      "Of texts on the background; on other colours black or white is taken where it reads better.",
    ),
  },
  { ...CLOSED, description: "Colours, `#RRGGBB`." },
);

const LowerThird = Type.Object(
  {
    enabled: Type.Optional(
      Type.Boolean({ default: true, description: "Whether moments have a text over them." }),
    ),
    look: Choice(REEL_LOOKS, "slant", "How the text's plate is drawn."),
    side: Choice(REEL_SIDES, "left", "Where it stands at the foot of the frame."),
    duration_s: Duration(lowerThirdS, 5, "How long it is seen from a moment's beginning, in seconds."),
    title: Text("{title}", `The main line. ${MOMENT_PLACEHOLDERS}`),
    detail: Text("{reason}", `A smaller line; empty for none. ${MOMENT_PLACEHOLDERS}`),
    counter: Type.Optional(
      Type.Boolean({ default: true, description: "Whether the moment's number is shown, such as 3 / 8." }),
    ),
  },
  { ...CLOSED, description: "The text over each moment." },
);

const Transition = Type.Object(
  {
    kind: Choice(
      REEL_TRANSITIONS,
      "wipe",
      "What covers the joint between two moments: nothing (`cut`), the background (`fade`), a flash of the accent (`flash`), one panel (`wipe`), panels one after the other (`slide`), slanted panels with the logo (`stinger`).",
    ),
    duration_s: Duration(transitionS, 0.8, "From its beginning to its end, in seconds."),
  },
  { ...CLOSED, description: "What happens between two moments." },
);

const Logo = Type.Object(
  {
    image: Type.String({
      maxLength: logoTextLength,
      pattern: IMAGE_ASSET_PATTERN,
      description:
        "A PNG, JPEG or WebP image: in a data URI, or the key of an asset that the operator has stored, such as `assets/logo.png`.",
    }),
    corner: Choice(REEL_CORNERS, "top_right", "Where it stands over the moments; cards show it in any case."),
    size: Type.Optional(
      Type.Number({
        minimum: 0.03,
        maximum: 0.3,
        default: 0.1,
        description: "Its longer side as a share of the frame's shorter side.",
      }),
    ),
    opacity: Type.Optional(
      Type.Number({ minimum: 0.1, maximum: 1, default: 0.9, description: "Over the moments; 1 is solid." }),
    ),
  },
  { ...CLOSED, description: "An image of a club, a channel or a sponsor." },
);

const Music = Type.Object(
  {
    asset: Type.String({
      pattern: ASSET_PATTERN,
      description: "The key of a sound file that the operator has stored, such as `assets/theme.m4a`.",
    }),
    gain_db: Type.Optional(
      Type.Number({
        minimum: -40,
        maximum: 6,
        default: -14,
        description: "Loudness of the music against the match, in dB.",
      }),
    ),
    ducking_db: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 40,
        default: 12,
        description: "By how much the music steps back while the match is loud, in dB.",
      }),
    ),
  },
  { ...CLOSED, description: "Music under the whole reel; it is repeated where it is too short." },
);

export const ReelTemplateDocument = Type.Object(
  {
    colors: Type.Optional(Colors),
    fonts: Type.Optional(
      Type.Object(
        {
          heading: Choice(FONTS, "Montserrat ExtraBold", "Of titles and numbers."),
          body: Choice(FONTS, "Montserrat SemiBold", "Of everything else."),
        },
        { ...CLOSED, description: "Fonts that the appliance has." },
      ),
    ),
    uppercase: Type.Optional(
      Type.Boolean({ default: false, description: "Whether titles are set in capitals." }),
    ),
    intro: Card("intro", "{title}", "{category} · {moments}"),
    lower_third: Type.Optional(LowerThird),
    transition: Type.Optional(Transition),
    outro: Card("outro", "{title}", "{moments}"),
    logo: Type.Optional(Logo),
    music: Type.Optional(Music),
  },
  { ...CLOSED, required: [], description: "A highlight template: how a reel of moments is dressed." },
);
export type ReelTemplateDocument = Static<typeof ReelTemplateDocument>;
