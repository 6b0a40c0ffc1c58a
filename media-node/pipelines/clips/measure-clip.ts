// What a clip's frames show, and the gain that its sound needs: both are measured at once, and kept for later renders of
// the same stretch.
import { analyzeFraming } from "../../framing/analyze-framing.ts";
import type { FramingAnalysis } from "../../framing/analyze-framing.worker.ts";
import { findClipGain } from "../../render/find-gain.ts";
import { sourceRead } from "../../source/source-read.ts";
import { runStage } from "../../threads/run-stage.ts";
import { framingCall } from "../framing-call.ts";
import type { RunContext } from "../run-context.ts";
import { runTogether } from "../run-together.ts";
import { type ClipMeasures, keepMeasures, keptMeasures, measuresKey } from "./clip-measures.ts";
import { type ClipWithVideo, spanOf } from "./clip-to-cut.ts";

function analyzeClip({ tools, signal }: RunContext, clip: ClipWithVideo): Promise<FramingAnalysis> {
  const { sourcePath, video, source } = clip;
  const { startS, durationS, frameRate } = spanOf(clip);
  const read = sourceRead(startS, durationS, video);
  const call = framingCall(tools, { sourcePath, video, audio: source.audio }, frameRate, read);
  return analyzeFraming({ ...call, leavesBarsOut: true }, signal);
}

/** Measures a clip's frames and its sound, unless that was done for an earlier render of the same stretch. */
export async function measureClip(context: RunContext, clip: ClipWithVideo): Promise<ClipMeasures> {
  const { tools, signal, taskId } = context;
  const { sourcePath, source, moment, earlierMeasuresKey } = clip;
  const span = spanOf(clip);
  const { startS, durationS } = span;
  const key = measuresKey(taskId, moment.clipId);
  const earlier =
    earlierMeasuresKey === undefined ? undefined : await keptMeasures(context, earlierMeasuresKey, span);
  if (earlier !== undefined) {
    await keepMeasures(context, key, span, earlier);
    return earlier;
  }
  const gainCall = { sourcePath, source, startS, durationS, encoderThreads: tools.encoderThreads };
  const [analysis, loudness] = await runTogether(signal, [
    (linked) => runStage("frame", durationS, () => analyzeClip({ ...context, signal: linked }, clip)),
    (linked) => runStage("find-gain", durationS, () => findClipGain(tools.ffmpeg, gainCall, linked)),
  ]);
  const { gainDb = 0, audioChanges = false, stereoFault = null } = loudness ?? {};
  const measures = { analysis, sound: { gainDb, audioChanges, stereoFault } };
  await keepMeasures(context, key, span, measures);
  return measures;
}
