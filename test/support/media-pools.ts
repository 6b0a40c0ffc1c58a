// The programs and pools of a media node, as its main wires them, small.
import type { MediaTools } from "../../media-node/pipelines/run-context.ts";
import { ANALYZE_AUDIO_WORKER } from "../../media-node/stages/analyze-audio.ts";
import { ANALYZE_FRAMING_WORKER } from "../../media-node/stages/analyze-framing.ts";
import { ANALYZE_VIDEO_WORKER } from "../../media-node/stages/analyze-video.ts";
import { RENDER_CLIP_WORKER } from "../../media-node/stages/render-clip.ts";
import { createThreadPool } from "../../media-node/threads/thread-pool.ts";
import { BUNDLED } from "./media-tools.ts";

/** Starts nothing until it is used; close it in a file-level `after`. */
export function mediaTools(): { tools: MediaTools; close: () => Promise<void> } {
  const pool = <I, O>(workerFile: URL) => createThreadPool<I, O>({ workerFile, threads: 1, maxQueue: 16 });
  const pools = {
    audioPool: pool(ANALYZE_AUDIO_WORKER) as MediaTools["audioPool"],
    videoPool: pool(ANALYZE_VIDEO_WORKER) as MediaTools["videoPool"],
    framingPool: pool(ANALYZE_FRAMING_WORKER) as MediaTools["framingPool"],
    renderPool: pool(RENDER_CLIP_WORKER) as MediaTools["renderPool"],
  };
  const { ffmpeg, ffprobe } = BUNDLED;
  return {
    tools: { ffmpeg, ffprobe, ytdlp: null, renderThreads: 1, encoderThreads: 2, ...pools },
    close: async () => {
      await Promise.all(Object.values(pools).map((each) => each.close()));
    },
  };
}
