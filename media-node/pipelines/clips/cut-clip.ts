// One clip: measure → frame → captions, render and store → texts. The order of steps for one moment of the clip pipeline,
// and for a clip that is rendered again.
import { roundToMs } from "../../../shared/round-to-ms.ts";
import type { ClipResult } from "../../../shared/tasks/clip-job.ts";
import type { PlannedClip } from "../../../shared/tasks/clip-plan.ts";
import { wordsWithin } from "../../captions/cue-words.ts";
import {
  languageOfPart,
  languageOfWords,
  type SpeechLanguage,
} from "../../clips/language/speech-language.ts";
import { rateTitles } from "../../clips/sentences/judge-sentences.ts";
import { describeClip } from "../../clips/titles/title-clip.ts";
import { rateTitleWords, type TitleRatings } from "../../clips/titles/title-ratings.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { requireVideo } from "../../source/probe-source.ts";
import type { RunContext } from "../run-context.ts";
import { runTogether } from "../run-together.ts";
import { textJudge } from "../text-models.ts";
import { makeClipFiles } from "./clip-files.ts";
import type { ClipMeasures } from "./clip-measures.ts";
import type { ClipOptions, ClipToCut, ClipWithVideo } from "./clip-to-cut.ts";
import { frameClip } from "./frame-clip.ts";
import { measureClip } from "./measure-clip.ts";

/** A finished clip, and what it was made of. */
export interface CutClip {
  readonly result: ClipResult;
  readonly planned: PlannedClip;
}

/** A clip's words, in their language; where they do not tell that clearly, in that of all that is said in its source. */
interface SaidInClip {
  readonly words: readonly SpokenWord[];
  readonly language: SpeechLanguage;
}

/** Measures a clip and rates its words for its title, before rendering: a lack found later would waste the rendering. */
function readClip(
  context: RunContext,
  clip: ClipWithVideo,
  { words, language }: SaidInClip,
): Promise<readonly [ClipMeasures, TitleRatings | null]> {
  return runTogether(context.signal, [
    (signal) => measureClip({ ...context, signal }, clip),
    async (signal) => {
      if (clip.title !== undefined) return null;
      const judge = textJudge({ ...context, signal });
      return rateTitleWords(words, (rows) => rateTitles(judge, rows), language);
    },
  ]);
}

/** Makes a clip of a moment. @throws as measuring and rendering do; AppError SOURCE_UNSUPPORTED without a video */
export async function cutClip(context: RunContext, options: ClipOptions, clip: ClipToCut): Promise<CutClip> {
  const { moment, index } = clip;
  const { clipId, startS, endS, viralityScore, scoreBreakdown, reason, kind, pointS } = moment;
  const words = wordsWithin(clip.words, moment);
  const language = languageOfPart(words, languageOfWords(clip.words));
  const clipWithVideo = { ...clip, video: requireVideo(clip.source) };
  const [{ analysis, sound }, ratings] = await readClip(context, clipWithVideo, { words, language });
  const framed = frameClip(options, clipWithVideo, analysis);
  const { durationS, target, framing } = framed.frame;
  const keys = await makeClipFiles(context, options, clip, { words, framed, sound });
  const texts = describeClip({
    words,
    videoTitle: options.title,
    startS,
    endS: startS + durationS,
    reason,
    index,
    kind,
    pointS: pointS === null ? null : pointS - startS,
    ratings,
    language,
    title: clip.title ?? null,
  });
  const result = {
    id: clipId,
    index,
    ...texts,
    start: roundToMs(startS),
    end: roundToMs(endS),
    duration: roundToMs(durationS),
    viralityScore,
    scoreBreakdown,
    ...keys,
    width: target.width,
    height: target.height,
    editingStyle: framing.style,
  };
  return { result, planned: { id: clipId, startS, endS, kind, pointS, ...framed.planned } };
}
