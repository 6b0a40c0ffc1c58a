// The first command that a new user runs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { BUNDLED_FFPROBE } from "../../media-node/ffmpeg/bundled-tools.ts";
import { probeFile } from "../../media-node/ffmpeg/ffprobe.ts";
import { assertNoChildren, trackTemporaryFolder } from "../support/leaks.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface DemoClip {
  readonly file: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

after(assertNoChildren);

/** Runs the demo as `npm run demo -- ARGS` does. */
async function runDemo(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", "deploy/demo.ts", ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code: code as number | null, stdout, stderr };
}

/** The titles of the table that the README shows. */
async function shownTitles(): Promise<string[]> {
  const rows = (await readFile("README.md", "utf8")).matchAll(
    /^ +\d {2}(\S.*?) {2,}\d\d:\d\d–\d\d:\d\d .*mp4$/gm,
  );
  return [...rows].map(([, title = ""]) => title);
}

test("the demo cuts the bundled sample as the README shows, prints the job as JSON alone, and leaves nothing", async (t) => {
  const out = await temporaryFolder(t);
  await trackTemporaryFolder(t);
  const { code, stdout, stderr } = await runDemo(["--json", "--out", out], {
    CLIPMILL_MODELS_DIR: join(out, "no-models"),
  });
  assert.equal(code, 0, stderr);
  const job = JSON.parse(stdout) as { status: string; output: { clips: DemoClip[] } };
  assert.equal(job.status, "finished");
  assert.deepEqual(
    job.output.clips.map(({ title }) => title),
    await shownTitles(),
  );
  const [clip] = job.output.clips;
  assert.ok(clip !== undefined);
  assert.equal(clip.file, join(out, "sample-1.mp4"));
  assert.ok((await stat(clip.file)).size > 100_000);
  const { streams = [], format } = await probeFile(BUNDLED_FFPROBE, clip.file, new AbortController().signal);
  const video = streams.find((stream) => stream.codec_type === "video");
  assert.deepEqual([video?.codec_name, video?.width, video?.height], ["h264", 1_080, 1_920]);
  assert.ok(Math.abs(Number(format?.duration) - (clip.end - clip.start)) < 0.1);
});

test("the demo names a file that is not there and exits with a failure", async () => {
  const { code, stdout, stderr } = await runDemo(["--json", "no-such-file.mp4"]);
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /There is no file .*no-such-file\.mp4/);
});

test("the demo does not begin where it was to install models and cannot reach them", async (t) => {
  const modelsDir = await temporaryFolder(t);
  const env = { CLIPMILL_MODEL_MIRROR: "http://127.0.0.1:1", CLIPMILL_MODELS_DIR: modelsDir };
  const { code, stdout, stderr } = await runDemo(["--json", "--with-models"], env);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\): .*\n$/);
});
