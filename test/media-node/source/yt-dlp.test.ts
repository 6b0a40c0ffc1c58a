import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { checkYtDlp } from "../../../media-node/source/yt-dlp.ts";
import { localServer } from "../../support/local-server.ts";
import { fetching, VIDEO } from "../../support/media-node/sources/fetching.ts";
import { YT_DLP as BINARY, WITHOUT_YT_DLP as skip } from "../../support/media-node/yt-dlp-binary.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LIMITS = { connectTimeoutMs: 5_000, idleTimeoutMs: 10_000 };

/** A site with a page that shows `source`, and a video at /video.mp4; `seen` collects the paths asked for. */
function siteWith(source: string, seen: string[] = []): RequestListener {
  return (request, response) => {
    seen.push(request.url ?? "");
    if (request.url === "/video.mp4") {
      response.writeHead(200, { "content-type": "video/mp4", "content-length": VIDEO.length });
      response.end(request.method === "HEAD" ? undefined : VIDEO);
    } else if (request.url === "/page") {
      const page = `<html><head><title>A page</title></head><body>${source}</body></html>`;
      response.writeHead(200, { "content-type": "text/html" }).end(page);
    } else response.writeHead(404).end();
  };
}

test("a yt-dlp of the settings that does not run is named with its variable", async () => {
  for (const binary of ["/nowhere/yt-dlp", "/bin/false"]) {
    await assert.rejects(checkYtDlp(binary), {
      name: "SettingError",
      message: new RegExp(`^CLIPMILL_YTDLP names a program that does not run: ${binary}`),
    });
  }
  await checkYtDlp("/bin/true");
});

test("a yt-dlp that knows no runtimes for scripts goes without", async (t) => {
  const ytdlp = join(await temporaryFolder(t), "yt-dlp");
  const refuse = '*--js-runtimes*) echo "yt-dlp: error: no such option: --js-runtimes" >&2; exit 2;;';
  await writeFile(ytdlp, `#!/bin/sh\ncase "$*" in ${refuse} esac\nprintf video >download\n`, { mode: 0o755 });
  const server = await localServer(t, siteWith("<p>Nothing to see.</p>"));
  const { fetch } = await fetching(t, { ytdlp, limits: LIMITS });
  assert.equal((await fetch(`${server.url}/page`)).sizeBytes, 5);
});

test("the video of a web page is fetched through yt-dlp", { skip }, async (t) => {
  const fractions: number[] = [];
  const server = await localServer(t, siteWith('<video src="/video.mp4"></video>'));
  const onProgress = (fraction: number) => fractions.push(fraction);
  const { fetch, scratchFolder } = await fetching(t, { ytdlp: BINARY, limits: LIMITS, onProgress });
  const { path, sizeBytes } = await fetch(`${server.url}/page`);
  assert.equal(sizeBytes, VIDEO.length);
  assert.deepEqual(await readFile(path), VIDEO);
  assert.deepEqual(await readdir(scratchFolder), ["source.bin"]);
  assert.deepEqual(
    fractions,
    [...fractions].sort((a, b) => a - b),
  );
  assert.equal(fractions.at(-1), 1);
});

test("a page that leads to a refused address gets nothing from there", { skip }, async (t) => {
  const inside = await localServer(t, (_request, response) => response.end(VIDEO), { host: "127.0.0.2" });
  const server = await localServer(t, siteWith(`<video src="${inside.url}/video.mp4"></video>`));
  const { fetch, scratchFolder } = await fetching(t, { allow: "127.0.0.1", ytdlp: BINARY, limits: LIMITS });
  await assert.rejects(fetch(`${server.url}/page`), {
    code: "SOURCE_UNREACHABLE",
    retryable: false,
    message: /loopback address, which is not allowed/,
  });
  assert.equal(inside.connections(), 0);
  assert.deepEqual(await readdir(scratchFolder), []);
});

test("a page without a video is unsupported", { skip }, async (t) => {
  const server = await localServer(t, siteWith("<p>Nothing to see.</p>"));
  const { fetch } = await fetching(t, { ytdlp: BINARY, limits: LIMITS });
  await assert.rejects(fetch(`${server.url}/page`), { code: "SOURCE_UNSUPPORTED", message: /No video/ });
});

test("a page whose video is gone is not tried again", { skip }, async (t) => {
  const server = await localServer(t, siteWith('<video src="/gone.mp4"></video>'));
  const { fetch } = await fetching(t, { ytdlp: BINARY, limits: LIMITS });
  await assert.rejects(fetch(`${server.url}/page`), {
    code: "SOURCE_UNREACHABLE",
    retryable: false,
    message: /404/,
  });
});

test("a video whose site is busy is worth another try", { skip, timeout: 60_000 }, async (t) => {
  const page = siteWith('<video src="/video.mp4"></video>');
  const server = await localServer(t, (request, response) => {
    if (request.url === "/video.mp4") response.writeHead(503).end();
    else page(request, response);
  });
  const { fetch } = await fetching(t, { ytdlp: BINARY, limits: LIMITS });
  await assert.rejects(fetch(`${server.url}/page`), {
    code: "SOURCE_UNREACHABLE",
    retryable: true,
    message: /503/,
  });
});

test("a page whose video is too large is refused, announced or not", { skip }, async (t) => {
  const page = siteWith('<video src="/video.mp4"></video>');
  const unannounced: RequestListener = (request, response) => {
    if (request.url !== "/video.mp4") return page(request, response);
    response.writeHead(200, { "content-type": "video/mp4" });
    response.write(VIDEO.subarray(0, 1_000));
    return response.end(VIDEO);
  };
  for (const answer of [page, unannounced]) {
    const server = await localServer(t, answer);
    const { fetch, scratchFolder } = await fetching(t, {
      ytdlp: BINARY,
      limits: { ...LIMITS, bytes: 200_000 },
    });
    await assert.rejects(fetch(`${server.url}/page`), { code: "SOURCE_TOO_LARGE" });
    assert.deepEqual(await readdir(scratchFolder), []);
  }
});

test("a page whose video is too large is not taken for one with sound alone", { skip }, async (t) => {
  const set = (kind: string, codec: string) =>
    `<AdaptationSet mimeType="${kind}/mp4"><Representation id="${kind}" bandwidth="9000" codecs="${codec}">` +
    `<BaseURL>${kind}.mp4</BaseURL></Representation></AdaptationSet>`;
  const list =
    '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT6S"><Period>' +
    `${set("video", "avc1.64001e")}${set("audio", "mp4a.40.2")}</Period></MPD>`;
  const page = siteWith('<video><source src="/list.mpd" type="application/dash+xml"></video>');
  const server = await localServer(t, (request, response) => {
    if (request.url === "/list.mpd") {
      response.writeHead(200, { "content-type": "application/dash+xml" }).end(list);
    } else if (request.url === "/audio.mp4") response.end(VIDEO.subarray(0, 1_000));
    else page(request, response);
  });
  const { fetch, scratchFolder } = await fetching(t, {
    ytdlp: BINARY,
    limits: { ...LIMITS, bytes: 200_000 },
  });
  await assert.rejects(fetch(`${server.url}/page`), { code: "SOURCE_TOO_LARGE" });
  assert.deepEqual(await readdir(scratchFolder), []);
});

test("a page's video that takes too long is given up", { skip, timeout: 60_000 }, async (t) => {
  const page = siteWith('<video src="/video.mp4"></video>');
  const server = await localServer(t, (request, response) => {
    if (request.url !== "/video.mp4") page(request, response);
  });
  const limits = { ...LIMITS, downloadTimeoutMs: 4_000 };
  const { fetch, scratchFolder } = await fetching(t, { ytdlp: BINARY, limits });
  await assert.rejects(fetch(`${server.url}/page`), {
    code: "SOURCE_UNREACHABLE",
    retryable: true,
    message: /too long/,
  });
  assert.deepEqual(await readdir(scratchFolder), []);
});

test("an abort ends yt-dlp and leaves nothing", { skip, timeout: 60_000 }, async (t) => {
  const controller = new AbortController();
  const reason = new Error("The node is stopping.");
  const page = siteWith('<video src="/video.mp4"></video>');
  const server = await localServer(t, (request, response) => {
    if (request.url === "/video.mp4") controller.abort(reason);
    else page(request, response);
  });
  const { fetch, scratchFolder } = await fetching(t, {
    ytdlp: BINARY,
    signal: controller.signal,
    limits: LIMITS,
  });
  await assert.rejects(fetch(`${server.url}/page`), reason);
  assert.deepEqual(await readdir(scratchFolder), []);
});
