// The command line of yt-dlp, and the reading of what it prints. Pure, so that a test sees every option that stands
// between a stranger's page and this machine.
import { allowlistOptions } from "../ffmpeg/ffmpeg.ts";

/** What is to be downloaded of a page that offers several video and audio streams. */
export interface YtDlpChoice {
  /** With `audio`, a stream without video is taken where there is one. */
  readonly wanted: "video" | "audio";
  /** Lines of the highest video that is taken where there is a choice, columns where it is in portrait. */
  readonly maxHeightPx: number;
}

export interface YtDlpOptions extends YtDlpChoice {
  readonly url: string;
  /** The guarded proxy, with its credentials. */
  readonly proxyUrl: string;
  readonly maxBytes: number;
  readonly socketTimeoutS: number;
  /** For joining video and audio; yt-dlp looks on its PATH where not given. */
  readonly ffmpeg: string | undefined;
  /** A Node for the scripts of sites such as YouTube; yt-dlp looks for no other program than deno where not given. */
  readonly node: string | undefined;
}

/** The output's name in the working folder; joined streams get an extension behind it. */
const OUTPUT_NAME = "download";

const PROGRESS_MARK = "clipmill-progress";
const RETRIES = 3;

/** Only what yt-dlp itself fetches by HTTP: other protocols need programs that know no proxy. */
const OVER_HTTP = "[protocol~='^(https?|m3u8|m3u8_native|http_dash_segments)$']";

/**
 * yt-dlp's format selection: alternatives in their order, the best of each by the sorting. A filter by height was
 * rejected: it takes a portrait video's longer side, and leaves out what does not tell its height.
 */
function formatOptions({ wanted, maxHeightPx }: YtDlpChoice): string[] {
  const audio = `ba${OVER_HTTP}`;
  const whole = `b${OVER_HTTP}`;
  // A page with audio only can still be transcribed.
  const video = [`bv*${OVER_HTTP}+${audio}`, whole, audio];
  const formats = wanted === "audio" ? [audio, whole] : video;
  // By the shorter side: the best up to it, else the smallest above.
  return ["-S", `res:${maxHeightPx}`, "-f", formats.join("/")];
}

/** What the ffmpeg of yt-dlp must be told: it joins local files, and fetches nothing but by HTTP. */
function ffmpegOptions(ffmpeg: string | undefined): string[] {
  const location = ffmpeg === undefined ? [] : ["--ffmpeg-location", ffmpeg];
  return [
    ...location,
    "--postprocessor-args",
    `Merger+ffmpeg_i:${allowlistOptions().join(" ")}`,
    "--downloader-args",
    "ffmpeg_i:-protocol_whitelist http,https,httpproxy,tcp,tls,crypto",
    // Repairs open the file without those options.
    "--fixup",
    "never",
  ];
}

/** The arguments for one video of one page, downloaded into the working folder. */
export function ytDlpArguments(options: YtDlpOptions): string[] {
  return [
    "--no-config",
    "--no-cache-dir",
    "--no-playlist",
    "--playlist-items",
    "1",
    "--match-filters",
    "!is_live",
    "--proxy",
    options.proxyUrl,
    "--max-filesize",
    String(options.maxBytes),
    "--socket-timeout",
    String(options.socketTimeoutS),
    "--retries",
    String(RETRIES),
    "--fragment-retries",
    String(RETRIES),
    "--abort-on-unavailable-fragment",
    "--downloader",
    "native",
    ...(options.node === undefined ? [] : ["--js-runtimes", `node:${options.node}`]),
    ...ffmpegOptions(options.ffmpeg),
    ...formatOptions(options),
    "--no-part",
    "--no-mtime",
    "--newline",
    "--progress-template",
    `download:${PROGRESS_MARK} %(progress.downloaded_bytes)s %(progress.total_bytes)s %(progress.total_bytes_estimate)s`,
    "-o",
    OUTPUT_NAME,
    "--",
    options.url,
  ];
}

/** Whether yt-dlp is one from before November 2025, which ends at once where it is given a `node`. */
export function knowsNoRuntimes(log: string): boolean {
  return /no such option: --js-runtimes/.test(log);
}

/** The fraction that a line reports: undefined for any other line, and where the size is not known. */
export function progressOf(line: string): number | undefined {
  const [mark, downloaded, total, estimate] = line.trim().split(" ");
  if (mark !== PROGRESS_MARK) return undefined;
  const fraction = Number(downloaded) / (Number(total) || Number(estimate));
  return Number.isFinite(fraction) ? Math.min(1, fraction) : undefined;
}
