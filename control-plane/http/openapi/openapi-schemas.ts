// The schemas of the API's document: those that have a name of their own stand under components, and wherever one
// occurs inside another it is referred to. They are found by their content, so that the schemas themselves need to
// know nothing of the document.
import type { TSchema } from "typebox";
import { Balance } from "../../../shared/schemas/balance.ts";
import { ClipDetails, ClipFraming, ClipWord } from "../../../shared/schemas/clip-details.ts";
import { ClipRequest, SubtitleOptions } from "../../../shared/schemas/clip-request.ts";
import { Pagination } from "../../../shared/schemas/envelope.ts";
import { ErrorBody, ErrorReply } from "../../../shared/schemas/error.ts";
import { GenerationRequest } from "../../../shared/schemas/generation-request.ts";
import { HighlightRequest } from "../../../shared/schemas/highlight-request.ts";
import {
  Caption,
  Clip,
  ClipOutput,
  HighlightOutput,
  TranscriptionOutput,
} from "../../../shared/schemas/job-output.ts";
import { InputSchema, ListedModel } from "../../../shared/schemas/model.ts";
import {
  Billing,
  Progress,
  ResultItem,
  Task,
  TaskFailure,
  WebhookPayload,
} from "../../../shared/schemas/task.ts";
import { Template } from "../../../shared/schemas/template.ts";
import { TranscriptionRequest } from "../../../shared/schemas/transcription-request.ts";
import { AnnouncedUpload, DeletedUpload, Upload } from "../../../shared/schemas/upload.ts";
import { UploadRequest } from "../../../shared/schemas/upload-request.ts";
import { Usage } from "../../../shared/schemas/usage.ts";
import { WebhookDelivery } from "../../../shared/schemas/webhook-delivery.ts";
import type { JsonSchema } from "./openapi-types.ts";

const NAMED: Readonly<Record<string, TSchema>> = {
  ClipRequest,
  SubtitleOptions,
  HighlightRequest,
  TranscriptionRequest,
  GenerationRequest,
  UploadRequest,
  Task,
  TaskFailure,
  Progress,
  Billing,
  ResultItem,
  WebhookDelivery,
  WebhookPayload,
  ClipOutput,
  Clip,
  ClipDetails,
  ClipWord,
  ClipFraming,
  HighlightOutput,
  TranscriptionOutput,
  Caption,
  AnnouncedUpload,
  Upload,
  DeletedUpload,
  Model: ListedModel,
  InputSchema,
  Template,
  Balance,
  Usage,
  Pagination,
  ErrorReply,
  ErrorBody,
};
const NAMES = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]));

/** Says the type of an enumeration, which validation needs not but generators of clients do. */
function withType(schema: JsonSchema): JsonSchema {
  const values = schema.enum;
  if (!Array.isArray(values) || schema.type !== undefined) return schema;
  const types = new Set(values.map((value) => (Number.isInteger(value) ? "integer" : typeof value)));
  const [type] = types;
  return types.size === 1 && type !== undefined ? { type, ...schema } : schema;
}

function rewrite(value: unknown, isTop: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, false));
  if (typeof value !== "object" || value === null) return value;
  const name = isTop ? undefined : NAMES.get(JSON.stringify(value));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  const entries = Object.entries(value).map(([keyword, item]) => [keyword, rewrite(item, false)]);
  return withType(Object.fromEntries(entries));
}

/** A schema as it stands in the document: a reference where it has a name. */
export function schemaReference(schema: TSchema): JsonSchema {
  return rewrite(schema, false) as JsonSchema;
}

/** Every schema with a name. */
export function namedSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(NAMED).map(([name, schema]) => [name, rewrite(schema, true) as JsonSchema]),
  );
}
