// What a pipeline gets from the worker that runs it: its task's files, its tools and pools, and its way to say how far
// it is. Pipelines know neither the queue nor the database.
import type { Logger } from "../../shared/logger.ts";
import type { NetworkPolicy } from "../../shared/network-safety.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import type { ProgressStage } from "../../shared/task-states.ts";
import type { TranscriptIndex } from "../../shared/transcript-index.ts";
import type { JudgeSentencesPool } from "../clips/sentences/judge-sentences.ts";
import type { ScoreViralityPool } from "../clips/virality/score-virality.ts";
import type { VideoEncoder } from "../ffmpeg/video-encoder-settings.ts";
import type { FramingPool } from "../framing/analyze-framing.ts";
import type { AnalyzeVideoPool } from "../framing/shots/analyze-video.ts";
import type { ScoreHighlightsPool } from "../highlights/moments/score-highlights.ts";
import type { AnalyzeMatchPicturePool } from "../highlights/picture/analyze-match-picture.ts";
import type { AnalyzeMatchSoundPool } from "../highlights/sound/analyze-match-sound.ts";
import type { ImageBundle } from "../images/describe-image-model.ts";
import type { ImageRunner } from "../images/generate-image.ts";
import type { ModelBundle } from "../models/model-bundle.ts";
import type { ExecutionProvider, PassedOverProvider } from "../onnx/onnx-session.ts";
import type { GainPool } from "../render/find-gain.ts";
import type { RenderPool } from "../render/render-clip.ts";
import type { AnalyzeAudioPool } from "../senses/audio/analyze-audio.ts";
import type { HearEventsPool } from "../senses/audio-events/hear-events.ts";
import type { SeeFacesPool } from "../senses/faces/see-faces.ts";
import type { MatchPicturesPool } from "../senses/image-text/match-pictures.ts";
import type { EmbedSentencesPool } from "../senses/meaning/embed-sentences.ts";
import type { DetectSpeechPool } from "../speech/detection/detect-speech.ts";
import type { RecognizeSpeechPool } from "../speech/recognize-speech.ts";

/** A speech model, and how it is run on this machine. */
export interface SpeechModel {
  readonly bundle: ModelBundle;
  readonly pool: RecognizeSpeechPool;
  readonly providers: readonly ExecutionProvider[];
  /** Threads of one operator on the CPU. */
  readonly threads: number;
  /** Stretches of one source that are recognised at once. */
  readonly atOnce: number;
}

/** What finds the speech in a source. */
export interface SpeechDetector {
  /** Name and version: another one finds other windows. */
  readonly name: string;
  /** Silero VAD's model file; null where it is not installed: then a detector of ours is used. */
  readonly sileroPath: string | null;
}

/** What hears speech. The models are looked up anew by each job, since operators add some while a node runs. */
export interface SpeechTools {
  readonly detectPool: DetectSpeechPool;
  /** @throws AppError MODEL_UNAVAILABLE where there is none */
  readonly recognition: () => SpeechModel;
  readonly detector: () => SpeechDetector;
  /** Told what a model ran on, and which providers could not be had for it. */
  readonly onProvider: (
    model: string,
    provider: ExecutionProvider,
    passedOver: readonly PassedOverProvider[],
  ) => void;
}

/** What scores clips and compares them with prompts; the models are looked up anew by each job. */
export interface ViralityTools {
  readonly pool: ScoreViralityPool;
  /** @throws AppError MODEL_UNAVAILABLE where there is none */
  readonly model: () => ModelBundle;
  /** Null where no sentence encoder is installed: then the words themselves are compared. */
  readonly encoder: () => SensingModel<EmbedSentencesPool> | null;
  /** Judges English sentences, on the CPU; null where there is no such model. */
  readonly judge: () => Omit<SensingModel<JudgeSentencesPool>, "providers"> | null;
}

/** What chooses the moments of matches; the model is looked up anew by each job. */
export interface HighlightTools {
  readonly soundPool: AnalyzeMatchSoundPool;
  readonly picturePool: AnalyzeMatchPicturePool;
  readonly scorePool: ScoreHighlightsPool;
  /** @throws AppError MODEL_UNAVAILABLE where there is none */
  readonly model: () => ModelBundle;
  /** What the operator wants a reel to last; null lets it follow the length of its source. */
  readonly reelS: number | null;
}

/** An optional model, and how it is run on this machine. */
export interface SensingModel<P> {
  readonly bundle: ModelBundle;
  readonly pool: P;
  readonly providers: readonly ExecutionProvider[];
  /** Threads of one operator on the CPU. */
  readonly threads: number;
}

/** Optional models that hear and see a whole source; looked up anew by each job, null where none is installed. */
export interface SensingTools {
  readonly audioEvents: () => SensingModel<HearEventsPool> | null;
  readonly imageText: () => SensingModel<MatchPicturesPool> | null;
  /** For the face detector (`faceModel`), which also looks for faces in the whole source. */
  readonly facesPool: SeeFacesPool;
  /** Told which model failed and why; the job goes on without it. */
  readonly onFailure: (model: string, error: unknown) => void;
}

/** What makes pictures; the models are looked up anew by each job. */
export interface ImageTools {
  readonly runner: ImageRunner;
  /** @throws AppError MODEL_UNAVAILABLE where there is none of this slug */
  readonly model: (slug: string) => ImageBundle;
}

/** What encodes clips. */
export interface EncodingTools {
  readonly encoder: VideoEncoder;
  /** Told why the encoder failed at a clip that libx264 then made. */
  readonly onFallback: (reason: string) => void;
}

/** The programs and pools of a media node; shared by all its runs. */
export interface MediaTools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** Null where the operator brought none. */
  readonly ytdlp: string | null;
  readonly audioPool: AnalyzeAudioPool;
  readonly videoPool: AnalyzeVideoPool;
  readonly framingPool: FramingPool;
  /** The face detector's model file; null where none is installed: then framing goes by motion and detail. */
  readonly faceModel: () => string | null;
  /** Finds how much louder sound must be. */
  readonly gainPool: GainPool;
  readonly renderPool: RenderPool;
  readonly speech: SpeechTools;
  readonly virality: ViralityTools;
  readonly sensing: SensingTools;
  readonly highlights: HighlightTools;
  readonly images: ImageTools;
  readonly encoding: EncodingTools;
  /** Clips that render at once, over all runs. */
  readonly renderThreads: number;
  /** Threads that one encoder may use. */
  readonly encoderThreads: number;
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
