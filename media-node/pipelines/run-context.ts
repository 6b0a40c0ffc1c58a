// What a pipeline gets from the worker that runs it: its task's files, its tools, and its way to say how far
// it is. Pipelines know neither the queue nor the database.
import type { RequestBounds } from "../../shared/limits/request-bounds.ts";
import type { Logger } from "../../shared/logger.ts";
import type { NetworkPolicy } from "../../shared/network/network-safety.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import type { ProgressStage } from "../../shared/tasks/task-states.ts";
import type { VideoEncoder } from "../ffmpeg/video-encoder-settings.ts";
import type { ImageRunner } from "../images/generate-image.ts";
import type { ExecutionProvider } from "../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../onnx/onnx-session.ts";
import type { TranscriptIndex } from "../speech/transcripts/transcript-index.ts";
import type { NodeModels } from "./node-models.ts";

/** What is told of models while they run. */
export interface ModelObserver {
  /** Told what a model ran on, which providers could not be had for it, and how it works where there are several ways. */
  readonly onProvider: (
    model: string,
    provider: ExecutionProvider,
    passedOver: readonly PassedOverProvider[],
    remark?: string,
  ) => void;
  /** Told which optional model failed and why; the job goes on without it. */
  readonly onFailure: (model: string, error: unknown) => void;
}

/** What encodes clips. */
export interface EncodingTools {
  readonly encoder: VideoEncoder;
  /** Told why the encoder failed at a clip that libx264 then made. */
  readonly onFallback: (reason: string) => void;
}

/** What reading a large source in ranges came to. */
export interface RangedRead {
  /** Whether what was read was enough, or the source was read whole after all. */
  readonly outcome: "copied" | "whole";
  readonly readBytes: number;
  readonly requests: number;
  /** Of the source's bytes those that nobody had to read. */
  readonly sparedBytes: number;
}

/** The programs and models of a media node; shared by all its runs. */
export interface MediaTools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** Null where the operator brought none. */
  readonly ytdlp: string | null;
  readonly encoding: EncodingTools;
  /** Threads that one encoder may use. */
  readonly encoderThreads: number;
  readonly models: NodeModels;
  readonly images: ImageRunner;
  readonly modelObserver: ModelObserver;
  /** Told of each source that was tried to be read in ranges. */
  readonly onRangedRead: (read: RangedRead) => void;
  /** Of sources and reels, as the operator has set them. */
  readonly bounds: RequestBounds;
  /** What must stay free on the scratch folder's disk while a source comes; null for the usual share of it. */
  readonly diskFloorBytes: number | null;
  /** How long transcripts are kept: of uploads, and of addresses, behind which the content may change. */
  readonly transcriptsKept: { readonly uploadMs: number; readonly urlMs: number };
}

export interface RunContext {
  readonly taskId: string;
  /** The transcripts of the task's account. */
  readonly transcripts: TranscriptIndex;
  /** An existing folder of this run alone, removed after it. */
  readonly scratchFolder: string;
  readonly storage: ObjectStorage;
  readonly policy: NetworkPolicy;
  readonly tools: MediaTools;
  readonly logger: Logger;
  /** Fires on cancellation, on lost ownership, at shutdown and when the run's time is up. */
  readonly signal: AbortSignal;
  /** Says what is being done, and how much of the whole is done, 0 to 1. */
  readonly report: (stage: ProgressStage, fraction: number, message: string) => void;
}
