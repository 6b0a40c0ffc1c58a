// A style of captions as a task's row holds it. Rows of an older version lack what was added since.
import { Type } from "typebox";
import { CAPTION_FONTS, type CaptionFontName } from "../../captions/caption-fonts.ts";
import {
  CAPTION_ANIMATIONS,
  CAPTION_POSITIONS,
  CAPTION_SHADOWS,
  type CaptionStyle,
} from "../../captions/caption-styles.ts";
import { Nullable } from "../nullable.ts";
import type { FieldsOf } from "./fields-of.ts";

export const StoredCaptionStyle = Type.Partial(
  Type.Object({
    font: Type.Enum(Object.keys(CAPTION_FONTS) as CaptionFontName[]),
    fontSizePx: Type.Number({ minimum: 0 }),
    maxWordsOnScreen: Type.Integer({ minimum: 1 }),
    position: Type.Enum([...CAPTION_POSITIONS]),
    positionY: Nullable(Type.Number()),
    fontColor: Type.String(),
    highlightColor: Nullable(Type.String()),
    highlightBackgroundColor: Nullable(Type.String()),
    strokeColor: Type.String(),
    strokeWidthPx: Type.Number({ minimum: 0 }),
    backgroundColor: Nullable(Type.String()),
    shadow: Type.Enum([...CAPTION_SHADOWS]),
    shadowColor: Type.String(),
    animation: Type.Enum([...CAPTION_ANIMATIONS]),
    uppercase: Type.Boolean(),
  } satisfies FieldsOf<CaptionStyle>),
);
