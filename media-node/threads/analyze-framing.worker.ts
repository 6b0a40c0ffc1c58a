// Thread: decodes one clip's pictures, small and grey, at the rate at which they will be rendered, and measures them
// column by column. Frame n here is frame n of the render, since both start from the same seek and rate.
import { runFfmpeg, untrustedInput } from "../engines/ffmpeg.ts";
import {
  type ColumnSaliency,
  ColumnSaliencyCollector,
  FRAMING_HEIGHT,
  FRAMING_WIDTH,
} from "../signal/column-saliency.ts";
import { threadTask } from "./thread-task.ts";

export interface FramingAnalysisInput {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly streamIndex: number;
  readonly startS: number;
  readonly durationS: number;
  readonly frameRate: number;
  readonly timeoutMs: number;
}

export default threadTask<FramingAnalysisInput, ColumnSaliency>(async (input, { signal, reportProgress }) => {
  const collector = new ColumnSaliencyCollector(Math.ceil(input.durationS * input.frameRate) + 1);
  await runFfmpeg(input.ffmpeg, {
    args: [
      ...untrustedInput(input.sourcePath, { seekS: input.startS, durationS: input.durationS }),
      ...["-map", `0:${input.streamIndex}`, "-an", "-sn", "-dn"],
      ...[
        "-vf",
        `fps=fps=${input.frameRate}:start_time=0,scale=${FRAMING_WIDTH}:${FRAMING_HEIGHT}:flags=area,format=gray`,
      ],
      ...["-f", "rawvideo", "pipe:1"],
    ],
    timeoutMs: input.timeoutMs,
    signal,
    onOutput: (chunk) => collector.push(chunk),
    onProgressS: (outTimeS) => reportProgress(Math.min(1, outTimeS / input.durationS)),
  });
  return collector.result();
});
