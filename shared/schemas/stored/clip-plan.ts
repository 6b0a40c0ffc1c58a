// Reads the plan of a job's clips as it lies in the storage. A media node of another version may have written it, so that
// fields which this one does not know pass.
import { Type } from "typebox";
import { completeCaptionStyle } from "../../captions/caption-styles.ts";
import { EDITING_STYLES } from "../../tasks/clip-job.ts";
import {
  type ClipPlan,
  PLANNED_LAYOUTS,
  type PlannedClip,
  type PlannedFraming,
  type PlannedMedia,
  type PlannedWords,
} from "../../tasks/clip-plan.ts";
import { Nullable } from "../nullable.ts";
import { compileSchema } from "../validate.ts";
import type { FieldsOf } from "./fields-of.ts";
import { StoredCaptionStyle } from "./stored-caption-style.ts";
import { MediaRange, MediaSource } from "./stored-source.ts";

const Seconds = Type.Number({ minimum: 0 });
const Milliseconds = Type.Array(Type.Number({ minimum: 0 }));

const Framing = Type.Object({
  startS: Seconds,
  endS: Seconds,
  layout: Type.Enum([...PLANNED_LAYOUTS]),
  areas: Type.Array(
    Type.Object({ x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() }),
  ),
  path: Type.Optional(Type.Array(Type.Object({ timeS: Seconds, x: Type.Number() }))),
} satisfies FieldsOf<PlannedFraming>);

const parsePlan = compileSchema(
  Type.Object({
    source: Nullable(MediaSource),
    isPartKept: Type.Optional(Type.Boolean()),
    sourceTaskId: Type.Optional(Type.String()),
    media: Nullable(
      Type.Object({
        durationS: Seconds,
        width: Type.Number({ minimum: 1 }),
        height: Type.Number({ minimum: 1 }),
        frameRate: Type.Number({ exclusiveMinimum: 0 }),
        hasAudio: Type.Optional(Type.Boolean()),
        soundTrack: Type.Optional(Type.Integer({ minimum: 0 })),
        decodableS: Type.Optional(Seconds),
        timecode: Type.Optional(Type.Object({ startS: Seconds, isDropFrame: Type.Boolean() })),
      } satisfies FieldsOf<PlannedMedia>),
    ),
    range: Type.Optional(MediaRange),
    targetWidth: Type.Integer({ minimum: 1 }),
    editingStyles: Type.Array(Type.Enum([...EDITING_STYLES]), { minItems: 1 }),
    captions: Nullable(StoredCaptionStyle),
    videoTitle: Nullable(Type.String()),
    words: Type.Object({
      texts: Type.Array(Type.String()),
      startsMs: Milliseconds,
      endsMs: Milliseconds,
      turns: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
      spaces: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
      ends: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
      recognized: Type.Optional(Type.Record(Type.String(), Type.String())),
    } satisfies FieldsOf<PlannedWords>),
    clips: Type.Array(
      Type.Object({
        id: Type.String(),
        startS: Seconds,
        endS: Seconds,
        kind: Nullable(Type.String()),
        pointS: Nullable(Seconds),
        cutsS: Type.Array(Seconds),
        framing: Type.Array(Framing),
      } satisfies FieldsOf<PlannedClip>),
    ),
  } satisfies FieldsOf<ClipPlan>),
);

/** The plan of a job's clips. @throws AppError INVALID_REQUEST with what is wrong */
export function readClipPlan(stored: unknown): ClipPlan {
  const { captions, ...plan } = parsePlan(stored);
  return { ...plan, captions: captions === null ? null : completeCaptionStyle(captions) };
}
