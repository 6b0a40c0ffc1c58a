// The table of kinds on this plane: what a task's row holds for the node, parsed, → pipeline → what is reported.
import type { ModelCapability } from "../../shared/schemas/model.ts";
import {
  readClipRequest,
  readGenerationRequest,
  readHighlightRequest,
  readRenderRequest,
  readTranscriptionRequest,
} from "../../shared/schemas/stored/stored-requests.ts";
import type { TaskKindName } from "../../shared/tasks/task-kinds.ts";
import type { RunSuccess } from "../../shared/tasks/task-outcome.ts";
import { cutClips } from "../pipelines/clips/cut-clips.ts";
import { rerenderClip } from "../pipelines/clips/rerender-clip.ts";
import { generateImages } from "../pipelines/generate-images.ts";
import { makeReel } from "../pipelines/highlights/make-reel.ts";
import { selectHighlights } from "../pipelines/highlights/select-highlights.ts";
import type { RunContext } from "../pipelines/run-context.ts";
import { transcribeTask } from "../pipelines/transcription.ts";
import type { Pipeline } from "./runs/run-pipeline.ts";
import { unreadable } from "./task-job.ts";

export interface NodeKind {
  /** Of the models that its tasks need, each of which has a queue job of its own; null where a task needs none. */
  readonly capability: ModelCapability | null;
  /** What does most of its work: cores (`footage`), or the model of that name, on a device if it runs on one, else on cores. */
  readonly mainWork: "footage" | "speech" | "model";
  /** Whether its tasks need the words of their source, for which the speech model runs unless there are subtitles. */
  readonly needsSpeech: boolean;
  readonly pipeline: Pipeline;
}

/** A pipeline that gets only what it can read; a task with another request ends. */
function reading<Request>(
  read: (stored: unknown) => Request,
  run: (context: RunContext, request: Request) => Promise<RunSuccess>,
): Pipeline {
  return async (context, stored) => {
    let request: Request;
    try {
      request = read(stored);
    } catch (error) {
      throw unreadable(error);
    }
    return run(context, request);
  };
}

/** The same for a pipeline that has no files of its own to report, but an output. */
function reporting<Request>(
  read: (stored: unknown) => Request,
  run: (context: RunContext, request: Request) => Promise<RunSuccess["output"]>,
): Pipeline {
  return reading(read, async (context, request) => ({ output: await run(context, request) }));
}

export const NODE_KINDS = {
  clip: {
    capability: null,
    mainWork: "footage",
    needsSpeech: true,
    pipeline: reporting(readClipRequest, cutClips),
  },
  highlight: {
    capability: null,
    mainWork: "footage",
    needsSpeech: false,
    pipeline: reporting(readHighlightRequest, (context, request) =>
      makeReel(context, request, selectHighlights),
    ),
  },
  transcription: {
    capability: null,
    mainWork: "speech",
    needsSpeech: true,
    pipeline: reporting(readTranscriptionRequest, transcribeTask),
  },
  render: {
    capability: null,
    mainWork: "footage",
    needsSpeech: false,
    pipeline: reporting(readRenderRequest, rerenderClip),
  },
  generation: {
    capability: "IMAGE_GENERATION",
    mainWork: "model",
    needsSpeech: false,
    pipeline: reading(readGenerationRequest, async (context, request) => ({
      output: null,
      result: await generateImages(context, request),
    })),
  },
} as const satisfies Record<TaskKindName, NodeKind>;

export type NodeKinds = Readonly<Record<TaskKindName, NodeKind>>;
