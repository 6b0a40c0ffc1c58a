// How far a download of models is, on the line that shows progress.
import type { PullProgress } from "../../media-node/models/pull-bundle.ts";
import type { ProgressLine } from "../progress-line.ts";
import { formatSize } from "./models-list.ts";

/** Shows one state of a download; 0 % while nobody has said how large it is. */
export function showPull(line: ProgressLine, { file, receivedBytes, totalBytes }: PullProgress): void {
  const percent = totalBytes === 0 ? 0 : Math.min(100, (100 * receivedBytes) / totalBytes);
  line.update(percent, `${file} (${formatSize(receivedBytes)} of ${formatSize(totalBytes)})`);
}
