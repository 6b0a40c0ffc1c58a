// Which of a page's streams yt-dlp takes: it is asked, and downloads nothing.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { basename } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { ytDlpArguments } from "../../../media-node/source/yt-dlp-arguments.ts";
import { localServer } from "../../support/local-server.ts";
import { WITHOUT_YT_DLP as skip, YT_DLP } from "../../support/media-node/yt-dlp-binary.ts";

const SOUND = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="en",URI="sound.m3u8"';
/** One that has an end, for without one it is taken for live. */
const STREAM = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n1.ts\n#EXT-X-ENDLIST\n";

interface Offer {
  readonly resolution?: string;
  readonly bitrate: number;
}

/** A list of streams: videos without sound and their sound where it `isApart`, videos with sound otherwise. */
function listOf(offers: readonly Offer[], isApart: boolean): string {
  const streams = offers.map(({ resolution, bitrate }) => {
    const size = resolution === undefined ? "" : `,RESOLUTION=${resolution}`;
    const sound = isApart ? ',AUDIO="sound"' : "";
    const head = `#EXT-X-STREAM-INF:BANDWIDTH=${bitrate},CODECS="avc1.64001e,mp4a.40.2"${size}${sound}`;
    return `${head}\n${resolution ?? "unknown"}.m3u8`;
  });
  return ["#EXTM3U", ...(isApart ? [SOUND] : []), ...streams, ""].join("\n");
}

/** The names of the streams that yt-dlp would fetch. */
async function chosen(
  t: TestContext,
  list: string,
  choice: { readonly wanted: "video" | "audio"; readonly maxHeightPx: number },
): Promise<string[]> {
  const server = await localServer(t, ({ url }, response) => {
    response
      .writeHead(200, { "content-type": "application/x-mpegURL" })
      .end(url === "/list.m3u8" ? list : STREAM);
  });
  const url = `${server.url}/list.m3u8`;
  const bounds = { maxBytes: 1_000_000, socketTimeoutS: 5, ffmpeg: undefined, node: undefined };
  const args = ytDlpArguments({ ...choice, ...bounds, url, proxyUrl: "" });
  const asked = ["--simulate", "--print", "urls"];
  const { stdout } = await promisify(execFile)(YT_DLP, [...asked, ...args]);
  return stdout
    .trim()
    .split("\n")
    .map((address) => basename(address, ".m3u8"));
}

const PORTRAIT = [
  { resolution: "480x854", bitrate: 800_000 },
  { resolution: "720x1280", bitrate: 1_600_000 },
  { resolution: "1080x1920", bitrate: 3_200_000 },
  { resolution: "2160x3840", bitrate: 9_000_000 },
];
const CLIPS = { wanted: "video", maxHeightPx: 1_080 } as const;
const WORDS = { wanted: "audio", maxHeightPx: 720 } as const;

test("a video is the best up to the size asked for, upright or not", { skip }, async (t) => {
  const lying = PORTRAIT.map(({ resolution, bitrate }) => {
    return { resolution: resolution.split("x").reverse().join("x"), bitrate };
  });
  assert.deepEqual(await chosen(t, listOf(PORTRAIT, true), CLIPS), ["1080x1920", "sound"]);
  assert.deepEqual(await chosen(t, listOf(lying, true), CLIPS), ["1920x1080", "sound"]);
  assert.deepEqual(await chosen(t, listOf(PORTRAIT, false), CLIPS), ["1080x1920"]);
});

test("a video of unknown size, or one that is only to be had larger, is taken with its sound", {
  skip,
}, async (t) => {
  assert.deepEqual(await chosen(t, listOf([{ bitrate: 800_000 }], true), CLIPS), ["unknown", "sound"]);
  const large = [
    { resolution: "3840x2160", bitrate: 9_000_000 },
    { resolution: "2560x1440", bitrate: 5_000_000 },
  ];
  assert.deepEqual(await chosen(t, listOf(large, true), CLIPS), ["2560x1440", "sound"]);
});

test("who wants sound gets a stream of sound where there is one, else a video of the size asked for", {
  skip,
}, async (t) => {
  assert.deepEqual(await chosen(t, listOf(PORTRAIT, true), WORDS), ["sound"]);
  assert.deepEqual(await chosen(t, listOf(PORTRAIT, false), WORDS), ["720x1280"]);
});
