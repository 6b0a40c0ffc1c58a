// How long a media file is, as far as the browser can tell.

/** Files that a browser cannot play have no length here. */
const PROBE_TIMEOUT_MS = 10_000;

/** Length of a media file in seconds; undefined where the browser cannot tell. */
export function probeDuration(file: File): Promise<number | undefined> {
  return new Promise((resolve) => {
    const video = document.createElement("video");
    const address = URL.createObjectURL(file);
    const finish = (durationS: number | undefined): void => {
      clearTimeout(timer);
      URL.revokeObjectURL(address);
      resolve(durationS !== undefined && Number.isFinite(durationS) ? durationS : undefined);
    };
    const timer = setTimeout(() => finish(undefined), PROBE_TIMEOUT_MS);
    video.preload = "metadata";
    video.onloadedmetadata = () => finish(video.duration);
    video.onerror = () => finish(undefined);
    video.src = address;
  });
}
