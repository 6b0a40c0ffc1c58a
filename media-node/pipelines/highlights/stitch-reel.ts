// From the moments of a reel to one of its two renders: parts and audio side by side, then both in one file. The raw
// reel and the one in a template's dress are made alike; what differs is in the parts, the cards and the music.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { taskFileKey } from "../../../shared/storage/task-keys.ts";
import type { HighlightJobRequest } from "../../../shared/tasks/highlight-job.ts";
import type { FoundMoment } from "../../highlights/moments/find-highlights.ts";
import type { Card, ReelDressing } from "../../reel/drawing/reel-dressing.ts";
import { joinReel, type PartToJoin } from "../../reel/join-reel.ts";
import { cardArguments, pieceArguments } from "../../reel/piece-arguments.ts";
import type { ReelPlan } from "../../reel/plan-reel.ts";
import { mixReelAudio } from "../../reel/reel-audio.ts";
import type { LocalMusic } from "../../reel/reel-audio-graph.ts";
import { type CardFrames, NO_CARDS, planReelAudio } from "../../reel/reel-audio-plan.ts";
import type { StereoFault } from "../../signal/stereo-fault.ts";
import type { SourceInfo, VideoStream } from "../../source/probe-source.ts";
import { runStage } from "../../threads/run-stage.ts";
import type { RunContext } from "../run-context.ts";
import { runTogether } from "../run-together.ts";
import { framePiece } from "./frame-piece.ts";
import { type PartsProgress, type ReelPart, renderParts } from "./render-parts.ts";

/** What both renders of a reel are made from. */
export interface ReelMaterial {
  readonly request: HighlightJobRequest;
  readonly sourcePath: string;
  readonly source: SourceInfo & { readonly video: VideoStream };
  readonly moments: readonly FoundMoment[];
  readonly plan: ReelPlan;
}

/** What a template adds. */
export interface ReelDress {
  readonly dressing: ReelDressing;
  readonly music: LocalMusic | null;
  /** What the raw reel's audio was turned up by. */
  readonly matchGainDb: number;
  /** What was wrong with its channels. */
  readonly matchFault: StereoFault | null;
}

export interface StitchedReel {
  readonly videoKey: string;
  readonly thumbnailKey: string;
  readonly durationS: number;
  /** What its audio was turned up by. */
  readonly gainDb: number;
  /** What was wrong with its channels; missing in checkpoints of older versions. */
  readonly stereoFault?: StereoFault | null;
}

export interface StitchInput extends ReelMaterial {
  /** Names the render, its checkpoints and its file: `reel.mp4`. */
  readonly name: "reel" | "templated";
  /** Null for the raw reel. */
  readonly dress: ReelDress | null;
  readonly onProgress: PartsProgress;
}

/** The moment that the thumbnail is taken from. */
function bestIndex(moments: readonly FoundMoment[]): number {
  return moments.reduce((best, { score }, index) => (score > (moments[best]?.score ?? -1) ? index : best), 0);
}

function pieceParts(context: RunContext, input: StitchInput): ReelPart[] {
  const { request, sourcePath, source, moments, plan, name, dress } = input;
  const { target, frameRate } = plan;
  const { encoderThreads } = context.tools;
  const best = bestIndex(moments);
  const { video, audio } = source;
  return plan.pieces.map((piece, index) => ({
    name: `${name}-${index}`,
    frameCount: piece.frameCount,
    prepare: async () => {
      const peakS = index === best ? (moments[index]?.peakS ?? null) : null;
      const shown = { sourcePath, video, audio, plan, layout: request.layout, piece, index, peakS };
      const { framing, thumbnailS } = await framePiece(context, shown);
      const overlays = dress?.dressing.pieces[index] ?? [];
      const fixed = { sourcePath, source, piece, frameRate, target, framing, overlays, encoderThreads };
      return {
        // The one without a template's overlays is the thumbnail of both.
        thumbnailS: dress === null ? thumbnailS : null,
        args: (encoding) => pieceArguments({ ...fixed, ...encoding }),
      };
    },
  }));
}

function cardParts(context: RunContext, { plan, name }: StitchInput, card: Card | null): ReelPart[] {
  if (card === null) return [];
  const { encoderThreads } = context.tools;
  return [
    {
      name: `${name}-${card.kind}`,
      frameCount: card.frameCount,
      prepare: async () => ({
        thumbnailS: null,
        args: (encoding) => cardArguments(card, { ...plan, encoderThreads, ...encoding }),
      }),
    },
  ];
}

function cardFrames(dress: ReelDress | null): CardFrames {
  if (dress === null) return NO_CARDS;
  const { intro, outro } = dress.dressing;
  return { intro: intro?.frameCount ?? 0, outro: outro?.frameCount ?? 0 };
}

/** @throws AppError SOURCE_UNSUPPORTED, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export async function stitchReel(context: RunContext, input: StitchInput): Promise<StitchedReel> {
  const { tools, storage, taskId, scratchFolder, signal } = context;
  const { name, plan, dress, sourcePath, source, onProgress } = input;
  const { ffmpeg } = tools;
  const folder = join(scratchFolder, name);
  await mkdir(folder, { recursive: true });
  const cards = cardFrames(dress);
  const intro = cardParts(context, input, dress?.dressing.intro ?? null);
  const outro = cardParts(context, input, dress?.dressing.outro ?? null);
  const parts = [...intro, ...pieceParts(context, input), ...outro];
  const thumbnailKey = taskFileKey(taskId, "thumbnail.jpg");
  const audioInput = {
    ffmpeg,
    sourcePath,
    audio: source.audio,
    plan: planReelAudio(plan, cards),
  };
  const { music, matchGainDb, matchFault } = dress ?? { music: null, matchGainDb: 0, matchFault: null };
  const [stored, audio] = await runTogether(signal, [
    (linked) =>
      renderParts({ ...context, signal: linked }, { parts, plan, folder, thumbnailKey, onProgress }),
    (linked) =>
      runStage("mix-audio", null, () =>
        mixReelAudio({ ...audioInput, music, matchGainDb, matchFault, folder, signal: linked }),
      ),
  ]);
  const toJoin: PartToJoin[] = [];
  for (const [index, { frameCount }] of parts.entries()) {
    const key = stored[index]?.videoKey ?? "";
    toJoin.push({ path: await storage.localPath(key, folder, signal), frameCount });
  }
  const joint = { parts: toJoin, frameRate: plan.frameRate, audioPath: audio.path, signal };
  const path = await runStage("join", null, () =>
    joinReel(ffmpeg, { ...joint, folder: join(folder, "joined"), outputFile: `${name}.mp4` }),
  );
  const videoKey = taskFileKey(taskId, `${name}.mp4`);
  await runStage("store", null, () => storage.putFile(videoKey, path));
  const frames = parts.reduce((sum, { frameCount }) => sum + frameCount, 0);
  const { gainDb, stereoFault } = audio;
  return { videoKey, thumbnailKey, durationS: frames / plan.frameRate, gainDb, stereoFault };
}
