// What a task's row holds for the media node, by kind, and the readers of it. A control plane of another version may have
// written it, so that fields which this one does not know pass, and one that is added is optional. What a client may ask
// for was checked by then: bounds that are there for clients are not repeated.
import { Type } from "typebox";
import { completeCaptionStyle } from "../../captions/caption-styles.ts";
import { type ClipJobRequest, EDITING_STYLES } from "../../tasks/clip-job.ts";
import type { GenerationJobRequest } from "../../tasks/generation-job.ts";
import { type HighlightJobRequest, REEL_LAYOUTS, SPORT_CATEGORIES } from "../../tasks/highlight-job.ts";
import type { RenderJobRequest } from "../../tasks/render-job.ts";
import { SOURCE_QUALITIES, type TranscriptionJobRequest } from "../../tasks/transcription-job.ts";
import { Nullable } from "../nullable.ts";
import { compileSchema } from "../validate.ts";
import type { FieldsOf } from "./fields-of.ts";
import { StoredCaptionStyle } from "./stored-caption-style.ts";
import { StoredReelTemplate } from "./stored-reel-template.ts";
import { MediaRange, MediaSource } from "./stored-source.ts";

const Text = Type.String({ minLength: 1 });
const Count = Type.Integer({ minimum: 1 });
const Seconds = Type.Number({ minimum: 0 });

const parseClipRequest = compileSchema(
  Type.Object({
    source: MediaSource,
    range: MediaRange,
    clipCount: Count,
    clipLengthS: Type.Object({ min: Seconds, max: Seconds }),
    targetWidth: Count,
    editingStyles: Type.Array(Type.Enum([...EDITING_STYLES]), { minItems: 1 }),
    captions: Nullable(StoredCaptionStyle),
    title: Nullable(Type.String()),
    prompt: Nullable(Type.String()),
    declaredDurationS: Seconds,
  } satisfies FieldsOf<ClipJobRequest>),
);

/** The request of a clip job. @throws AppError INVALID_REQUEST with what is wrong */
export function readClipRequest(stored: unknown): ClipJobRequest {
  const request = parseClipRequest(stored);
  const { captions } = request;
  return { ...request, captions: captions === null ? null : completeCaptionStyle(captions) };
}

/** The request of a highlight job. @throws AppError INVALID_REQUEST with what is wrong */
export const readHighlightRequest: (stored: unknown) => HighlightJobRequest = compileSchema(
  Type.Object({
    source: MediaSource,
    range: MediaRange,
    title: Nullable(Type.String()),
    category: Type.Enum([...SPORT_CATEGORIES]),
    layout: Type.Enum([...REEL_LAYOUTS]),
    shortSidePx: Count,
    templateId: Nullable(Text),
    template: Nullable(StoredReelTemplate),
    declaredDurationS: Nullable(Seconds),
  } satisfies FieldsOf<HighlightJobRequest>),
);

/** The request of a transcription. @throws AppError INVALID_REQUEST with what is wrong */
export const readTranscriptionRequest: (stored: unknown) => TranscriptionJobRequest = compileSchema(
  Type.Object({
    source: MediaSource,
    range: MediaRange,
    quality: Type.Enum([...SOURCE_QUALITIES]),
  } satisfies FieldsOf<TranscriptionJobRequest>),
);

/** The request of a generation task. @throws AppError INVALID_REQUEST with what is wrong */
export const readGenerationRequest: (stored: unknown) => GenerationJobRequest = compileSchema(
  Type.Object({
    model: Text,
    tier: Text,
    input: Type.Record(Type.String(), Type.Unknown()),
    outputCount: Count,
    sources: Type.Optional(Type.Record(Type.String(), MediaSource)),
  } satisfies FieldsOf<GenerationJobRequest>),
);

const Stored = Type.Object({ storageKey: Text });
const Score = Type.Number();

const parseRenderRequest = compileSchema(
  Type.Object({
    jobId: Text,
    clipId: Text,
    plan: Stored,
    source: MediaSource,
    jobs: Type.Array(Stored),
    startS: Seconds,
    endS: Seconds,
    title: Type.String(),
    words: Type.Array(Type.Object({ place: Type.Integer({ minimum: 0 }), text: Type.String() })),
    editingStyles: Type.Array(Type.Enum([...EDITING_STYLES]), { minItems: 1 }),
    captions: Nullable(StoredCaptionStyle),
    scored: Type.Object({
      viralityScore: Score,
      scoreBreakdown: Type.Object({ hook: Score, engagement: Score, value: Score, shareability: Score }),
      reason: Type.String(),
    }),
    features: Type.Optional(
      Type.Object({ version: Type.Number(), values: Type.Array(Nullable(Type.Number())) }),
    ),
  } satisfies FieldsOf<RenderJobRequest>),
);

/** The request of a render. @throws AppError INVALID_REQUEST with what is wrong */
export function readRenderRequest(stored: unknown): RenderJobRequest {
  const request = parseRenderRequest(stored);
  const { captions } = request;
  return { ...request, captions: captions === null ? null : completeCaptionStyle(captions) };
}
