import assert from "node:assert/strict";
import { test } from "node:test";
import { progressOf, ytDlpArguments } from "../../../media-node/source/yt-dlp-arguments.ts";

const OPTIONS = {
  url: "--exec=evil",
  wanted: "video" as const,
  maxHeightPx: 1_080,
  proxyUrl: "http://clipmill:pass@127.0.0.1:1234",
  maxBytes: 1_000,
  socketTimeoutS: 30,
  ffmpeg: "/opt/ffmpeg",
  node: "/opt/node",
};

/** The value that follows an option. */
function optionValue(args: readonly string[], option: string): string | undefined {
  return args[args.indexOf(option) + 1];
}

test("the URL comes last, behind the end of the options", () => {
  assert.deepEqual(ytDlpArguments(OPTIONS).slice(-2), ["--", "--exec=evil"]);
});

test("no settings, playlists, caches or partial files take part", () => {
  const args = ytDlpArguments(OPTIONS);
  for (const option of ["--no-config", "--no-playlist", "--no-cache-dir", "--no-part"]) {
    assert.ok(args.includes(option), option);
  }
});

test("the proxy and the bounds are passed on", () => {
  const args = ytDlpArguments(OPTIONS);
  assert.equal(optionValue(args, "--proxy"), OPTIONS.proxyUrl);
  assert.equal(optionValue(args, "--max-filesize"), "1000");
  assert.equal(optionValue(args, "--socket-timeout"), "30");
});

test("formats come over HTTP only", () => {
  const formats = optionValue(ytDlpArguments(OPTIONS), "-f") ?? "";
  for (const format of formats.split(/[+/](?=b)/)) assert.match(format, /^(bv\*|ba|b)\[protocol~='/);
  const [, protocols = ""] = /\[protocol~='([^']+)'\]/.exec(formats) ?? [];
  for (const protocol of ["rtmp", "rtsp", "mms", "ftp", "file", "websocket_frag"]) {
    assert.doesNotMatch(protocol, new RegExp(protocols));
  }
});

test("the ffmpeg of yt-dlp opens files by the allowlist only", () => {
  const args = ytDlpArguments(OPTIONS);
  assert.equal(optionValue(args, "--ffmpeg-location"), "/opt/ffmpeg");
  assert.match(
    optionValue(args, "--postprocessor-args") ?? "",
    /^Merger\+ffmpeg_i:-protocol_whitelist file -format_whitelist /,
  );
  assert.equal(ytDlpArguments({ ...OPTIONS, ffmpeg: undefined }).includes("--ffmpeg-location"), false);
});

test("our Node runs the scripts of sites", () => {
  assert.equal(optionValue(ytDlpArguments(OPTIONS), "--js-runtimes"), "node:/opt/node");
  assert.equal(ytDlpArguments({ ...OPTIONS, node: undefined }).includes("--js-runtimes"), false);
});

test("progress is read from its own lines only", () => {
  assert.equal(progressOf("clipmill-progress 25 100 NA"), 0.25);
  assert.equal(progressOf("clipmill-progress 25 NA 50.0"), 0.5);
  assert.equal(progressOf("clipmill-progress 120 100 NA"), 1);
  for (const line of ["clipmill-progress 25 NA NA", "clipmill-progress NA 0 0", "[download] 25 of 100", ""]) {
    assert.equal(progressOf(line), undefined, line);
  }
});
