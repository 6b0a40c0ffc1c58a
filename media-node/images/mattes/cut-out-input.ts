// What a model that cuts subjects out of their background takes: an image, and what is to lie behind the subject.
import { BACKGROUND_PATTERN } from "../../../shared/templates/input-patterns.ts";
import { type InputFields, imageField } from "../input-fields.ts";

const TRANSPARENT = "transparent";

/** The fields of a background removal's input. */
export function describeCutOutInput(): InputFields {
  return {
    properties: {
      image: imageField("The image whose background goes."),
      background: {
        type: "string",
        pattern: BACKGROUND_PATTERN,
        default: TRANSPARENT,
        description:
          "What lies behind the subject: `transparent`, or a colour as `#RRGGBB`. " +
          "`jpeg` files have no transparency: there it is white.",
      },
    },
    required: ["image"],
    maxOutputs: 1,
  };
}

/** The colour behind the subject by an input that satisfies the schema; null for none. */
export function readBackground(input: Readonly<Record<string, unknown>>): string | null {
  return typeof input.background === "string" && input.background !== TRANSPARENT ? input.background : null;
}
