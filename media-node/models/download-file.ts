// One file of a model over HTTP into a folder. What has arrived stays in `PATH.part`, with the validator of its version
// beside it, so that a later run too goes on where it stopped. Tries end when several in a row bring nothing new.
import { rename, rm } from "node:fs/promises";
import { downloadToFile, type FileDownload, type LostConnection } from "../downloads/download-to-file.ts";
import { modelFailure } from "./model-failure.ts";
import { type Announced, hubRules, type ModelLimits } from "./request-model.ts";

export interface ModelFileDownload extends Pick<FileDownload, "url" | "dispatcher" | "signal"> {
  /** Where the whole file stands in the end. */
  readonly path: string;
  /** Null where nobody knows it beforehand. */
  readonly sizeBytes: number | null;
  readonly limits: ModelLimits;
  readonly onProgress: (receivedBytes: number) => void;
}

/**
 * Fetches the file, or the rest of it. Its content is the caller's to verify. Returns what the server announces of it.
 * @throws AppError UNAVAILABLE that says what to do; `signal.reason` on abort. A part stays for the next run.
 */
export async function downloadFile(download: ModelFileDownload): Promise<Readonly<Announced>> {
  const { url, path, sizeBytes, limits } = download;
  const announced: Announced = { sizeBytes: null, sha256: null };
  await downloadToFile({
    ...download,
    ...hubRules(announced),
    path: `${path}.part`,
    tagPath: tagPath(path),
    maxBytes: limits.fileBytes,
    checkSize: (totalBytes) => {
      if (sizeBytes === null || totalBytes === sizeBytes) return;
      const message = `${url} has ${totalBytes} bytes instead of ${sizeBytes}: it is another file.`;
      throw modelFailure(message, { retryable: false });
    },
    nextPauseMs: countFruitless(limits),
  });
  await rename(`${path}.part`, path);
  await rm(tagPath(path), { force: true });
  return announced;
}

/** Removes what has arrived of a file that turned out to be another. */
export async function discardPart(path: string): Promise<void> {
  await Promise.all([path, `${path}.part`, tagPath(path)].map((each) => rm(each, { force: true })));
}

function tagPath(path: string): string {
  return `${path}.part.tag`;
}

/** Gigabytes over a poor line may break many times: as long as bytes arrive, it goes on. */
function countFruitless(limits: ModelLimits): (lost: LostConnection) => number | undefined {
  let fruitless = 0;
  return ({ failure, hasGrown }) => {
    fruitless = hasGrown ? 0 : fruitless + 1;
    const isOver = !failure.retryable || fruitless >= limits.fruitlessTries;
    return isOver ? undefined : limits.firstRetryPauseMs * 2 ** fruitless;
  };
}
