// What optional models add to what is known of a source. They run only where they are installed and where what they
// find is used; one that fails is reported, and the job goes on as if it were not there.
import { join } from "node:path";
import type { ExecutionProvider, PassedOverProvider } from "../engines/onnx-session.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import type { Span } from "../signal/cues.ts";
import type { SoundEvents } from "../signal/sound-events.ts";
import { hearEvents } from "../stages/hear-events.ts";
import type { SourceInfo } from "../stages/probe-source.ts";
import type { RunContext, SensingModel } from "./run-context.ts";

export interface SenseInput {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly range: Span;
  readonly audio: AudioAnalysis | null;
  /** Ascending. */
  readonly words: readonly Span[];
  readonly onProgress: (fraction: number) => void;
}

export interface SensedSource {
  /** Null where no model heard them. */
  readonly soundEvents: SoundEvents | null;
}

interface RunOn {
  readonly provider: ExecutionProvider;
  readonly passedOver: readonly PassedOverProvider[];
}

/** Null where there is no model, and where it failed. @throws `signal.reason` on abort */
async function sense<P, O extends RunOn>(
  { tools, signal }: RunContext,
  model: SensingModel<P> | null,
  run: (model: SensingModel<P>) => Promise<O>,
): Promise<O | null> {
  if (model === null) return null;
  const { name } = model.bundle.manifest;
  try {
    const found = await run(model);
    tools.speech.onProvider(name, found.provider, found.passedOver);
    return found;
  } catch (error) {
    signal.throwIfAborted();
    tools.sensing.onFailure(name, error);
    return null;
  }
}

/** Whether any optional model has something to do. */
export function isSensed({ tools }: RunContext, source: SourceInfo): boolean {
  return source.audio !== null && tools.sensing.audioEvents() !== null;
}

/** Runs what is installed, one model after the other: each takes all cores. @throws `signal.reason` on abort */
export async function senseSource(context: RunContext, input: SenseInput): Promise<SensedSource> {
  const { tools, signal, scratchFolder } = context;
  const { sourcePath, range, audio, words, onProgress } = input;
  const stream = input.source.audio;
  const heard =
    audio === null || stream === null
      ? null
      : await sense(context, tools.sensing.audioEvents(), (model) =>
          hearEvents({
            ...model,
            ...{ ffmpeg: tools.ffmpeg, sourcePath, audioStreamIndex: stream.streamIndex, range },
            ...{ samplesPath: join(scratchFolder, "events.s16"), audio, words, signal, onProgress },
          }),
        );
  return { soundEvents: heard?.events ?? null };
}
