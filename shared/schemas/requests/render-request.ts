// The body of POST /api/v1/jobs/{jobId}/clips/{clipId}/renders: what is to be different. What a schema cannot say (that
// the clip still lies in its source, that a word is there) is checked where the body becomes a job.
import { type Static, Type } from "typebox";
import { CLIP_LIMITS, RERENDER_LIMITS } from "../../limits/clips.ts";
import { EDITING_STYLES } from "../../tasks/clip-job.ts";
import { SubtitleOptions } from "./clip-request.ts";
import { CallbackUrl, IdempotencyKey } from "./request-fields.ts";

const { clipLengthS } = CLIP_LIMITS;
const LENGTH = `A clip lasts ${clipLengthS.min} to ${clipLengthS.max} seconds.`;

export const RenderRequest = Type.Object({
  start: Type.Optional(
    Type.Number({
      minimum: 0,
      description: `Where it begins in the source, in seconds, taken as it is; where it began unless told. ${LENGTH}`,
    }),
  ),
  end: Type.Optional(
    Type.Number({
      minimum: 0,
      description: `Where it ends in the source, in seconds, taken as it is; where it ended unless told. ${LENGTH}`,
    }),
  ),
  title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CLIP_LIMITS.titleLength,
      description: "Its title, of which something must be seen; the one that it had unless told.",
    }),
  ),
  words: Type.Optional(
    Type.Array(
      Type.Object({
        index: Type.Integer({ description: "As a read of the clip tells it." }),
        word: Type.String({
          maxLength: RERENDER_LIMITS.wordLength,
          description:
            "What is shown in its place; an empty text takes it out of the captions. Its times stay.",
        }),
      }),
      {
        maxItems: RERENDER_LIMITS.words,
        description: `Words that are wrong; together at most ${RERENDER_LIMITS.textLength} characters.`,
      },
    ),
  ),
  editing_style: Type.Optional(
    Type.Enum([...EDITING_STYLES], {
      description: "How it fills its frame; `AUTO` chooses among all. What was allowed before unless told.",
    }),
  ),
  subtitle: Type.Optional(SubtitleOptions),
  callback_url: Type.Optional(CallbackUrl),
  idempotency_key: Type.Optional(IdempotencyKey),
});
export type RenderRequest = Static<typeof RenderRequest>;
