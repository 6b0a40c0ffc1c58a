// What finished tasks report, by kind, as clients read it: files are signed addresses.
import { type Static, type TSchema, type TUnsafe, Type } from "typebox";
import { EDITING_STYLES } from "../tasks/clip-job.ts";
import { TASK_KIND_NAMES, type TaskKindName } from "../tasks/task-kinds.ts";
import { Nullable } from "./nullable.ts";

const Notice = Nullable(
  Type.String({ description: "One sentence for a person about what was left out and why." }),
);
const Start = Type.Number({ minimum: 0, description: "Seconds on the source's clock." });
const End = Type.Number({ minimum: 0, description: "Seconds on the source's clock." });
const FileUrl = (description: string) =>
  Type.String({
    format: "uri",
    description: `${description} Signed for 24 hours; each read signs it again.`,
  });
const Score25 = (description: string) => Type.Number({ minimum: 0, maximum: 25, description });

export const Clip = Type.Object(
  {
    id: Type.String({ description: "Id of the clip.", examples: ["clip_01k9a1b2c3d4e5f6g7h8j9k0m1"] }),
    index: Type.Integer({ minimum: 0, description: "Place in the list, best first." }),
    title: Type.String({ description: "A title taken from what is said or shown." }),
    description: Type.String({ description: "One or two sentences, from what is said where anything is." }),
    hashtags: Type.Array(Type.String({ pattern: "^#", examples: ["#Honeybees"] }), {
      minItems: 3,
      maxItems: 8,
      description: "Names, phrases and words that it speaks of, the most telling first.",
    }),
    start: Start,
    end: End,
    duration: Type.Number({ minimum: 0, description: "Length in seconds." }),
    viralityScore: Type.Number({ minimum: 0, maximum: 100, description: "Sum of the breakdown." }),
    scoreBreakdown: Type.Object(
      {
        hook: Score25("How strongly it begins."),
        engagement: Score25("How much happens."),
        value: Score25("How much it says."),
        shareability: Score25("How well it stands alone."),
      },
      { description: "The parts of the virality score." },
    ),
    reason: Type.String({ description: "Why this moment was chosen." }),
    hook: Type.String({ description: "A sentence with which it opens, or soon after." }),
    transcript: Type.String({ description: "What is said in it." }),
    videoUrl: FileUrl("The clip, MP4."),
    thumbnailUrl: FileUrl("An image of it."),
    captionsUrl: Nullable(
      FileUrl("Its captions as a SubRip file, in readable phrases; null where there are none."),
    ),
    width: Type.Integer({ minimum: 2, description: "Pixels." }),
    height: Type.Integer({ minimum: 2, description: "Pixels." }),
    editingStyle: Type.Enum([...EDITING_STYLES], { description: "The framing that was used." }),
  },
  { description: "One clip, cut and rendered." },
);

export const ClipOutput = Type.Object(
  { notice: Notice, clips: Type.Array(Clip, { description: "The clips, best first; of a render its one." }) },
  { description: "Output of a clip job, and of a render." },
);

const Moment = Type.Object(
  {
    start: Start,
    end: End,
    score: Type.Number({ minimum: 0, maximum: 100, description: "How good the moment is." }),
    reason: Type.String({ description: "Why it was chosen." }),
  },
  { description: "A moment of the reel." },
);

export const HighlightOutput = Type.Object(
  {
    notice: Notice,
    rawVideoUrl: FileUrl("The stitched reel, MP4, in the layout that was asked for."),
    templatedVideoUrl: Nullable(
      FileUrl(
        "The same moments dressed in the template, longer by its cards; null unless `template_id` was passed.",
      ),
    ),
    thumbnailUrl: FileUrl("A frame of the best moment."),
    duration: Type.Number({
      minimum: 0,
      description: "Length of the raw reel in seconds: that of its moments together.",
    }),
    moments: Type.Array(Moment, { description: "What the reel is made of, in its order." }),
  },
  { description: "Output of a highlight job." },
);

const Word = Type.Object(
  {
    word: Type.String({ description: "The word with its punctuation." }),
    start: Start,
    end: End,
    score: Type.Number({ minimum: 0, maximum: 1, description: "How sure the recognizer is." }),
  },
  { description: "A word with its times." },
);

export const Caption = Type.Object(
  {
    text: Type.String({ description: "What is said." }),
    start: Start,
    end: End,
    words: Type.Array(Word, { description: "Every word, in order; times never go back." }),
  },
  { description: "A caption: a few words that belong together." },
);

export const TranscriptionOutput = Type.Object(
  {
    notice: Notice,
    segments: Type.Integer({ minimum: 0, description: "How many captions there are." }),
    captions: Type.Array(Caption, { description: "The captions in order." }),
    language: Nullable(Type.String({ description: "ISO 639-1 code of the language that was heard." })),
    model: Type.String({ description: "The speech model that was used." }),
    duration: Type.Number({ minimum: 0, description: "Seconds of media that were transcribed." }),
  },
  { description: "Output of a transcription." },
);

const OUTPUTS = {
  clip: ClipOutput,
  render: ClipOutput,
  highlight: HighlightOutput,
  transcription: TranscriptionOutput,
  // Its files are its result.
  generation: Type.Null(),
} as const satisfies Record<TaskKindName, TSchema>;

/** What a finished task of each kind has as `output`. */
export type TaskOutputs = { readonly [Kind in TaskKindName]: Static<(typeof OUTPUTS)[Kind]> };

/** The `output` of a task of any kind. */
export function TaskOutput(options: { readonly description: string }): TUnsafe<TaskOutputs[TaskKindName]> {
  return Type.Unsafe<TaskOutputs[TaskKindName]>(
    Type.Union([...new Set(TASK_KIND_NAMES.map((kind) => OUTPUTS[kind]))], options),
  );
}
