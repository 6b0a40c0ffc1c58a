// The forms of the playground, one for each kind of task that is made by one; their fields come from the API's own document.
import { getDocument } from "../../api/request.ts";
import type { Surface } from "../tasks/task-types.ts";
import { type JsonSchema, resolveSchema } from "./json-schema.ts";

export type FormName = "clips" | "highlights" | "transcriptions" | "images";

export interface PlaygroundForm {
  readonly name: FormName;
  readonly label: string;
  readonly path: string;
  readonly surface: Surface;
  /** Of the tasks that it makes. */
  readonly kind: string;
  /** The client's method that makes the same call. */
  readonly method: string;
  /** The field that takes an address of media; undefined where there is no media. */
  readonly urlField?: "video_url" | "url";
  /** Whether media without a picture will do. */
  readonly takesSound?: boolean;
  /** The field that takes the media's length in seconds. */
  readonly durationField?: "video_duration_seconds" | "duration";
  /** Fields that stand in front; the others are behind "More options". */
  readonly front: readonly string[];
}

export const FORMS: readonly PlaygroundForm[] = [
  {
    name: "clips",
    label: "Clips",
    path: "/api/v1/clips",
    surface: "jobs",
    kind: "clip",
    method: "clips.create",
    urlField: "video_url",
    durationField: "video_duration_seconds",
    front: ["clip_count", "clip_length", "user_prompt"],
  },
  {
    name: "highlights",
    label: "Highlights",
    path: "/api/v1/highlights",
    surface: "jobs",
    kind: "highlight",
    method: "highlights.create",
    urlField: "url",
    durationField: "duration",
    front: ["category", "layout", "template_id"],
  },
  {
    name: "transcriptions",
    label: "Transcription",
    path: "/api/v1/transcriptions",
    surface: "jobs",
    kind: "transcription",
    method: "transcriptions.create",
    urlField: "video_url",
    takesSound: true,
    front: [],
  },
  {
    name: "images",
    label: "Images",
    path: "/api/v1/generation-tasks",
    surface: "generation-tasks",
    kind: "generation",
    method: "generationTasks.create",
    front: [],
  },
];

/**
 * What the address asks for, by the form's name or the kind of a task like which another is wanted; undefined where it asks
 * for nothing.
 */
export function askedForm(query: URLSearchParams): PlaygroundForm | undefined {
  if (!["make", "like", "template"].some((name) => query.has(name))) return undefined;
  const [name, kind] = [query.get("make"), query.get("like")];
  return FORMS.find((form) => form.name === name || form.kind === kind) ?? FORMS[0];
}

/** Fields that the playground fills by itself. */
const OWN_FIELDS = ["s3_key", "idempotency_key"];

/** Which fields stand behind "More options". */
export function furtherFields(
  { front, urlField, durationField }: PlaygroundForm,
  schema: JsonSchema,
): string[] {
  const shown = [...front, ...OWN_FIELDS, urlField, durationField];
  return Object.keys(schema.properties ?? {}).filter((name) => !shown.includes(name));
}

interface Document {
  readonly paths: Readonly<
    Record<string, { readonly post?: { requestBody?: { content: Record<string, { schema: JsonSchema }> } } }>
  >;
}

/** Where files are announced, whose size its request bounds. */
export const UPLOADS_PATH = "/api/v1/uploads";

/** The request schemas of all forms and of uploads, by path. @throws ApiError */
export async function readRequestSchemas(signal: AbortSignal): Promise<ReadonlyMap<string, JsonSchema>> {
  const document = await getDocument<Document>("/api/v1/openapi.json", { signal });
  return new Map(
    [UPLOADS_PATH, ...FORMS.map(({ path }) => path)].map((path) => {
      const content = document.paths[path]?.post?.requestBody?.content["application/json"];
      return [path, resolveSchema(content?.schema ?? {}, document)];
    }),
  );
}
