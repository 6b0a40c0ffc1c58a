// Choosing as a clip job does, from subtitles alone: no audio, video that tells nothing, the models that come with the
// program.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { wordsWithin } from "../../media-node/captions/cue-words.ts";
import type { Moment } from "../../media-node/clips/explain-moments.ts";
import { findMoments } from "../../media-node/clips/find-moments.ts";
import { judgedText } from "../../media-node/clips/sentences/judged-text.ts";
import { openSentenceJudge } from "../../media-node/clips/sentences/sentence-judge.ts";
import { describeClip } from "../../media-node/clips/titles/title-clip.ts";
import { rateTitleWords, type TitleRatings } from "../../media-node/clips/titles/title-ratings.ts";
import { openViralityModel } from "../../media-node/clips/virality/virality-model.ts";
import {
  MOTION_UNKNOWN,
  VIDEO_HOP_S,
  type VideoAnalysis,
} from "../../media-node/framing/shots/video-analysis.ts";
import { BUILT_IN_MODELS_DIR } from "../../media-node/models/find-bundles.ts";
import { readBundle } from "../../media-node/models/model-bundle.ts";
import type { Cue } from "../../media-node/signal/cues.ts";
import type { SpokenWord } from "../../media-node/signal/spoken-word.ts";
import { wordsOfCues } from "../../test/support/talks/words-of-cues.ts";

/** Eight clips of 20 to 60 s: what a client asks of an hour. */
export const CLIP_COUNT = 8;
export const CLIP_LENGTH_S = { min: 20, max: 60 };

const BUILT_IN_JUDGE = join(BUILT_IN_MODELS_DIR, "moments-en");

export interface ChoiceOptions {
  readonly prompt?: string | null;
  readonly title?: string | null;
}

export interface ChosenClip {
  readonly moment: Moment;
  readonly title: string;
}

export interface MomentChooser {
  /** Best first. */
  readonly choose: (cues: readonly Cue[], options?: ChoiceOptions) => Promise<Moment[]>;
  /** The moments as clips with the titles that a client would see. */
  readonly title: (moments: readonly Moment[], cues: readonly Cue[]) => Promise<ChosenClip[]>;
  /** What the judge says of a clip's words for its title. */
  readonly rateWords: (words: readonly SpokenWord[]) => Promise<TitleRatings | null>;
  readonly close: () => Promise<void>;
}

/** Without any video, a source without audio would count as silent and still throughout. */
export function unknownVideo(lengthS: number): VideoAnalysis {
  const motion = new Float32Array(Math.ceil(lengthS / VIDEO_HOP_S)).fill(MOTION_UNKNOWN);
  return { startS: 0, hopS: VIDEO_HOP_S, motion, shotChangesS: new Float64Array(), frameCount: 0 };
}

/** Opens the built-in models; to be closed. */
export async function openChooser(): Promise<MomentChooser> {
  const model = await openViralityModel(await readBundle(join(BUILT_IN_MODELS_DIR, "virality-en")));
  const threads = availableParallelism();
  const judge = await openSentenceJudge(await readBundle(BUILT_IN_JUDGE), { providers: ["cpu"], threads });
  const { signal } = new AbortController();
  const rateWords = (words: readonly SpokenWord[]) => rateTitleWords(words, judge.rateTitles);
  return {
    choose: (cues, options = {}) => {
      const lengthS = cues.at(-1)?.endS ?? 0;
      return findMoments({
        audio: null,
        video: unknownVideo(lengthS),
        cues,
        range: { startS: 0, endS: lengthS },
        clipCount: CLIP_COUNT,
        clipLengthS: CLIP_LENGTH_S,
        prompt: options.prompt ?? null,
        title: options.title ?? null,
        scoreFeatures: (features, { explain }) => model.score(features, { explain }),
        judgeText: (text) => judge.judge(judgedText(text), signal),
      });
    },
    title: (moments, cues) => titleMoments(rateWords, moments, cues),
    rateWords,
    close: async () => {
      await Promise.all([model.dispose(), judge.dispose()]);
    },
  };
}

async function titleMoments(
  rateWords: MomentChooser["rateWords"],
  moments: readonly Moment[],
  cues: readonly Cue[],
): Promise<ChosenClip[]> {
  const all = wordsOfCues(cues);
  const clips: ChosenClip[] = [];
  for (const [index, moment] of moments.entries()) {
    const { startS, endS, reason, kind, pointS } = moment;
    const words = wordsWithin(all, moment);
    const { title } = describeClip({
      words,
      videoTitle: null,
      startS,
      endS,
      reason,
      index,
      kind,
      pointS: pointS === null ? null : pointS - startS,
      ratings: await rateWords(words),
    });
    clips.push({ moment, title });
  }
  return clips;
}
