// Thread: writes a stretch of a source's audio into a file.
import { type AudioCommand, readAudio } from "../ffmpeg/decode-audio.ts";
import { threadTask } from "../threads/thread-task.ts";

export interface CutAudioInput {
  readonly ffmpeg: string;
  readonly command: AudioCommand;
  /** Working folder, which gets the file. */
  readonly folder: string;
  readonly durationS: number;
  readonly timeoutMs: number;
}

export default threadTask<CutAudioInput, void>((input, { signal, reportProgress }) => {
  const { ffmpeg, command, folder, durationS, timeoutMs } = input;
  const onProgressS = (outTimeS: number): void => reportProgress(Math.min(1, outTimeS / durationS));
  return readAudio(ffmpeg, command, (start) => start({ cwd: folder, timeoutMs, signal, onProgressS }));
});
