// Tools that create tasks. Their inputs are the API's bodies, without what only servers need.
import { type TObject, type TProperties, Type } from "typebox";
import type { Clipmill, Task } from "../../../shared/client/node.ts";
import { DEFAULT_BOUNDS, REQUEST_BOUNDS, type RequestBounds } from "../../../shared/limits/request-bounds.ts";
import { clipRequestWithin } from "../../../shared/schemas/requests/clip-request.ts";
import { generationRequestWithin } from "../../../shared/schemas/requests/generation-request.ts";
import { highlightRequestWithin } from "../../../shared/schemas/requests/highlight-request.ts";
import { TranscriptionRequest } from "../../../shared/schemas/requests/transcription-request.ts";
import { taskSummary } from "../task-summary.ts";
import { defineTool, type Tool, type ToolCall, type ToolResult } from "../tool.ts";

export const CREATES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};
/** What any appliance may be set to. Its own bounds are told by its refusal: tools are listed without asking it. */
const WIDEST: RequestBounds = {
  ...DEFAULT_BOUNDS,
  clipCount: REQUEST_BOUNDS.clipCount.max,
  outputCount: REQUEST_BOUNDS.outputCount.max,
  sourceS: REQUEST_BOUNDS.sourceS.max,
};
const SOURCE =
  "The source is a public `video_url`, or the `s3_key` of a file that was uploaded: exactly one of them.";
export const CHARGES =
  "Charges the account (get_balance shows moods) and returns at once with a task_id for wait_for_job. Repeat a call that may have gone through with the same idempotency_key.";

/** A body as a tool's input: a field that is not known is refused, so that a model notices. */
export function inputOf<P extends TProperties>(schema: TObject<P>): TObject<Omit<P, "callback_url">> {
  const { callback_url: _, ...properties } = schema.properties;
  return Type.Object(properties, { additionalProperties: false }) as unknown as TObject<
    Omit<P, "callback_url">
  >;
}

async function created(
  { clipmill, signal }: ToolCall,
  create: (clipmill: Clipmill, options: { signal: AbortSignal }) => Promise<Pick<Task, "task_id">>,
): Promise<ToolResult> {
  return taskSummary((await create(clipmill, { signal })) as Task);
}

const createClips = defineTool({
  name: "create_clips",
  title: "Cut clips from a video",
  description: `Finds the best moments of a long video and renders each as a short vertical clip with captions. ${SOURCE} video_duration_seconds is the video's length. ${CHARGES}`,
  input: inputOf(clipRequestWithin(WIDEST)),
  annotations: CREATES,
  run: (input, call) => created(call, (clipmill, options) => clipmill.clips.create(input, options)),
});

const createHighlights = defineTool({
  name: "create_highlights",
  title: "Build a highlight reel of a match",
  description: `Scores the moments of match footage (its first hour) and joins the best to a reel. The source is a public \`url\`, or the \`s3_key\` of a file that was uploaded. A template_id, from list_templates with model highlight-render, adds a dressed version. ${CHARGES}`,
  input: inputOf(highlightRequestWithin(WIDEST)),
  annotations: CREATES,
  run: (input, call) => created(call, (clipmill, options) => clipmill.highlights.create(input, options)),
});

const createTranscription = defineTool({
  name: "create_transcription",
  title: "Transcribe a video or a recording",
  description: `Transcribes a time range with the time of every word. ${SOURCE} read_transcript reads the result. ${CHARGES}`,
  input: inputOf(TranscriptionRequest),
  annotations: CREATES,
  run: (input, call) => created(call, (clipmill, options) => clipmill.transcriptions.create(input, options)),
});

const generateImages = defineTool({
  name: "generate_images",
  title: "Generate images",
  description: `Makes images, or changes them, with a model of list_models: \`input\` follows that model's input_schema. ${CHARGES}`,
  input: inputOf(generationRequestWithin(WIDEST)),
  annotations: CREATES,
  run: (input, call) => created(call, (clipmill, options) => clipmill.generationTasks.create(input, options)),
});

export const CREATE_TOOLS: readonly Tool[] = [
  createClips,
  createHighlights,
  createTranscription,
  generateImages,
];
