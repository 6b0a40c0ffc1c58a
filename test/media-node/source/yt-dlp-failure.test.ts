import assert from "node:assert/strict";
import { test } from "node:test";
import { throwIfMachineFailed } from "../../../media-node/ffmpeg/child-failure.ts";
import { ownWords, ytDlpFailure } from "../../../media-node/source/yt-dlp-failure.ts";
import { AppError } from "../../../shared/errors.ts";
import { asNodeLack } from "../../../shared/node-lack.ts";

const PROXY = { isExhausted: false, refusal: undefined, tooSlow: undefined };

/** What yt-dlp prints of a page before it fails. */
const BEFORE = `[generic] Extracting URL: https://site.test/login/private?drm=0
[generic] private: Downloading webpage
WARNING: [youtube] x: Some web client https formats have been skipped as they are DRM protected
`;

function failure(line: string): { code: string; retryable: boolean; message: string } {
  const { code, retryable, message } = ytDlpFailure(`${BEFORE}${line}\n`, PROXY);
  return { code, retryable, message };
}

test("a status is judged like that of any source, whatever words stand beside it", () => {
  for (const [line, status, retryable] of [
    [
      "ERROR: \r[download] Got error: HTTP Error 503: Service Unavailable. Giving up after 3 retries",
      503,
      true,
    ],
    ["ERROR: [generic] HTTP Error 503: Service Unavailable", 503, true],
    ["ERROR: [generic] Unable to download webpage: HTTP Error 500: Internal Server Error", 500, true],
    ["ERROR: [vimeo] 1: Unable to download JSON metadata: HTTP Error 429: Too Many Requests", 429, true],
    ["ERROR: unable to download video data: HTTP Error 408: Request Timeout", 408, true],
    ["ERROR: unable to download video data: HTTP Error 425: Too Early", 425, true],
    [
      "ERROR: [generic] Unable to download webpage: HTTP Error 451: Unavailable For Legal Reasons",
      451,
      false,
    ],
    ["ERROR: unable to download video data: HTTP Error 404: Not Found", 404, false],
  ] as const) {
    const message = `The web page's video answered ${status}.`;
    assert.deepEqual(failure(line), { code: "SOURCE_UNREACHABLE", retryable, message });
  }
});

test("a page whose list of streams did not come is not one without a video", () => {
  const list = "WARNING: [html5] a: Failed to download m3u8 information: HTTP Error 503: Service Unavailable";
  const message = "The web page's video answered 503.";
  const expected = { code: "SOURCE_UNREACHABLE", retryable: true, message };
  assert.deepEqual(failure(`${list}\nERROR: Unsupported URL: https://site.test/login`), expected);
});

test("names, addresses and warnings of a page do not end a task for good", () => {
  const message = "The web page's video could not be downloaded.";
  for (const line of [
    "ERROR: [generic] my private party: Unable to download webpage: The read operation timed out",
    "ERROR: [generic] login-flow: Unable to extract https://site.test/login?DRM=removed",
    "ERROR: unable to download video data: <urlopen error [Errno 11] Resource temporarily unavailable>",
    "[download] Got error: HTTP Error 404: Not Found. Retrying fragment 1 (1/3)...",
  ]) {
    assert.deepEqual(failure(line), { code: "SOURCE_UNREACHABLE", retryable: true, message }, line);
  }
});

test("a video that is not for everybody is not tried again", () => {
  const message = "The web page does not give its video to everybody.";
  for (const line of [
    "ERROR: [youtube] a1: Private video. Sign in if you've been granted access to this video",
    "ERROR: [youtube] a1: Video unavailable. This video has been removed by the uploader",
    "ERROR: [instagram] a1: You need to log in to access this content",
    "ERROR: [generic] a1: This video is DRM protected",
  ]) {
    assert.deepEqual(failure(line), { code: "SOURCE_UNREACHABLE", retryable: false, message }, line);
  }
});

test("a page without a video, or with a live one, is unsupported", () => {
  const message = "No video that can be downloaded is on the web page.";
  for (const line of [
    "ERROR: Unsupported URL: https://site.test/login",
    "ERROR: [generic] a: Requested format is not available. Use --list-formats for a list of available formats",
    "[download] Concert does not pass filter (!is_live), skipping ..",
  ]) {
    assert.deepEqual(failure(line), { code: "SOURCE_UNSUPPORTED", retryable: false, message }, line);
  }
});

test("a video that came too slowly is worth another try, whatever yt-dlp makes of it", () => {
  const tooSlow = new AppError("SOURCE_UNREACHABLE", "The source sends too slowly.");
  const { retryable, message } = ytDlpFailure("ERROR: Video unavailable\n", { ...PROXY, tooSlow });
  assert.deepEqual({ retryable, message }, { retryable: true, message: tooSlow.message });
});

/** What fails a run of a yt-dlp that printed this. */
function endOf(log: string): Promise<unknown> {
  const { signal } = new AbortController();
  const result = { exitCode: 1, killedBy: null, stderr: log };
  return throwIfMachineFailed("yt-dlp", result, signal, ownWords(log)).then(
    () => ytDlpFailure(log, PROXY),
    (error: unknown) => error,
  );
}

test("a page may be called, and a server may say, what a machine says that lacks something", async () => {
  for (const words of [
    "Read-only file system",
    "[Errno 30] Read-only file system",
    "talk: Read-only file system",
    "No space left on device",
    "Disk quota exceeded",
    "Too many open files",
    "Stale file handle",
    "Cannot allocate memory",
    "Permission denied",
    "File too large",
  ]) {
    const before = `[generic] Extracting URL: https://x.example/${words}\n[generic] ${words}: Downloading webpage\n`;
    const notFound = "HTTP Error 404: Not Found (caused by <HTTPError 404: Not Found>)";
    for (const [line, code] of [
      [`ERROR: [generic] ${words}: Unable to download webpage: ${notFound}`, "SOURCE_UNREACHABLE"],
      [`ERROR: Unsupported URL: https://x.example/${words}`, "SOURCE_UNSUPPORTED"],
      [`ERROR: unable to download video data: HTTP Error 403: ${words}`, "SOURCE_UNREACHABLE"],
    ] as const) {
      const error = await endOf(`${before}${line}\n`);
      assert.equal(asNodeLack(error), undefined, line);
      assert.ok(error instanceof AppError && error.code === code && !error.retryable, line);
    }
  }
});

test("a page's name does not pass for a line of its own", async () => {
  const name = "a\nERROR: x: [Errno 28] No space left on device\nb";
  for (const line of [
    `ERROR: [generic] ${name}: Unable to download webpage`,
    `ERROR: Unsupported URL: ${name}`,
  ]) {
    assert.equal(asNodeLack(await endOf(`${line}\n`)), undefined);
  }
});

test("what yt-dlp itself could not write or open is a lack of its machine", async () => {
  for (const [line, lack] of [
    ["ERROR: unable to write data: [Errno 28] No space left on device", "space"],
    ["ERROR: unable to open for writing: [Errno 30] Read-only file system: 'download.part'", "disk"],
    [`ERROR: unable to open for writing: [Errno 28] No space left on device: "/srv/it's/download"`, "space"],
    ["ERROR: unable to rename file: [Errno 30] Read-only file system: '/s/a.part' -> '/s/a.mp4'", "disk"],
    ["OSError: [Errno 24] Too many open files: '/scratch/yt-dlp-1/output/download'", "handles"],
    ["ERROR: Postprocessing: av_interleaved_write_frame(): Disk quota exceeded", "space"],
  ] as const) {
    assert.equal(asNodeLack(await endOf(`${BEFORE}${line}\n`))?.lack, lack, line);
  }
});
