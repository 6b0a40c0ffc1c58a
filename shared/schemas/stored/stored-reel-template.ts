// A highlight template as a task's row holds it: complete.
import { Type } from "typebox";
import { CAPTION_FONTS, type CaptionFontName } from "../../captions/caption-fonts.ts";
import { REEL_CORNERS, REEL_LOOKS, REEL_SIDES, REEL_TRANSITIONS } from "../../templates/reel-styles.ts";
import { Nullable } from "../nullable.ts";

const Font = Type.Enum(Object.keys(CAPTION_FONTS) as CaptionFontName[]);
const Seconds = Type.Number({ minimum: 0 });

const Card = Type.Object({
  look: Type.Enum([...REEL_LOOKS]),
  durationS: Seconds,
  title: Type.String(),
  subtitle: Type.String(),
});

const LowerThird = Type.Object({
  look: Type.Enum([...REEL_LOOKS]),
  side: Type.Enum([...REEL_SIDES]),
  durationS: Seconds,
  title: Type.String(),
  detail: Type.String(),
  counter: Type.Boolean(),
});

const Logo = Type.Object({
  image: Type.String(),
  corner: Type.Enum([...REEL_CORNERS]),
  size: Type.Number({ minimum: 0 }),
  opacity: Type.Number({ minimum: 0, maximum: 1 }),
});

export const StoredReelTemplate = Type.Object({
  colors: Type.Object({
    background: Type.String(),
    primary: Type.String(),
    accent: Type.String(),
    text: Type.String(),
  }),
  fonts: Type.Object({ heading: Font, body: Font }),
  uppercase: Type.Boolean(),
  intro: Nullable(Card),
  lowerThird: Nullable(LowerThird),
  transition: Type.Object({ kind: Type.Enum([...REEL_TRANSITIONS]), durationS: Seconds }),
  outro: Nullable(Card),
  logo: Nullable(Logo),
  music: Nullable(Type.Object({ asset: Type.String(), gainDb: Type.Number(), duckingDb: Type.Number() })),
});
