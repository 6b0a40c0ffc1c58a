// A clip by itself, with what its render was made of: what an editor of it begins with.
import { type Static, Type } from "typebox";
import { RERENDER_LIMITS } from "../limits/clips.ts";
import { PLANNED_LAYOUTS } from "../tasks/clip-plan.ts";
import { CAPTION_FIELDS } from "./caption-fields.ts";
import { Clip } from "./job-output.ts";
import { Nullable } from "./nullable.ts";

const SourceTime = (description: string) =>
  Type.Number({ minimum: 0, description: `${description}, in seconds on the source's clock.` });

export const ClipWord = Type.Object(
  {
    index: Type.Integer({
      description:
        "Its place, counted from the clip's first word: words before the clip have negative ones. Renders name words by it.",
    }),
    word: Type.String({ description: "The word with its punctuation; empty where it was taken out." }),
    start: SourceTime("When it begins"),
    end: SourceTime("When it ends"),
    original: Type.Optional(
      Type.String({ description: "What was recognized, of a word that was corrected or taken out." }),
    ),
    followsSpace: Type.Optional(
      Type.Boolean({
        description:
          "Whether a space is written before it, in languages that write none between words: there a phrase begins. Missing of others.",
      }),
    ),
  },
  { description: "A word of a clip." },
);
export type ClipWord = Static<typeof ClipWord>;

const Pixels = (description: string) => Type.Integer({ minimum: 0, description });

const ClipArea = Type.Object({
  x: Pixels("Its left edge."),
  y: Pixels("Its upper edge."),
  width: Pixels("Its width."),
  height: Pixels("Its height."),
});

export const ClipFraming = Type.Object(
  {
    start: SourceTime("When it begins"),
    end: SourceTime("When it ends"),
    layout: Type.Enum([...PLANNED_LAYOUTS], {
      description: "How the source fills the frame: a part of it, two parts, or the whole.",
    }),
    areas: Type.Array(ClipArea, {
      description:
        "What is shown of the source, in its pixels; of a split frame the upper part first, and of a crop that moves where it begins.",
    }),
    path: Type.Optional(
      Type.Array(Type.Object({ time: SourceTime("When"), x: Pixels("Where its left edge stands.") }), {
        description: "Where the left edge of a crop that moves stands later on.",
      }),
    ),
  },
  { description: "A stretch of a clip with one layout." },
);

const ClipSource = Type.Object(
  {
    duration: Type.Number({ minimum: 0, description: "Seconds." }),
    width: Type.Integer({ minimum: 1, description: "Pixels, as displayed." }),
    height: Type.Integer({ minimum: 1, description: "Pixels, as displayed." }),
    frameRate: Type.Number({ exclusiveMinimum: 0, description: "Frames per second, nominal." }),
  },
  { description: "The source as it was found." },
);

export const ClipDetails = Type.Object(
  {
    ...Clip.properties,
    jobId: Type.String({
      description: "The job that made it.",
      examples: ["task_01k9a1b2c3d4e5f6g7h8j9k0m1"],
    }),
    words: Type.Array(ClipWord, { description: "What is said in it, in order." }),
    wordsBefore: Type.Array(ClipWord, { description: "What is said before it, as far as `around` asks." }),
    wordsAfter: Type.Array(ClipWord, { description: "What is said after it, as far as `around` asks." }),
    subtitle: Type.Object(
      { with_subtitle: Type.Boolean({ description: "Whether it has captions." }), ...CAPTION_FIELDS },
      { description: "The style of its captions, as a render takes it." },
    ),
    cuts: Type.Array(SourceTime("When another shot begins"), {
      description: "Where shots change within the clip.",
    }),
    framing: Type.Array(ClipFraming, { description: "How it fills its frame, from its start to its end." }),
    source: Nullable(ClipSource),
    source_expires_at: Type.String({
      format: "date-time",
      description:
        "Until when it can be rendered again; in the past once its source is gone. ISO 8601, UTC, milliseconds.",
    }),
  },
  { description: "A clip with what its render was made of." },
);
export type ClipDetails = Static<typeof ClipDetails>;

export const ClipQuery = Type.Object({
  around: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: RERENDER_LIMITS.aroundS,
      default: 0,
      description: "Of how many seconds before and after the clip the words are told, too.",
    }),
  ),
});
