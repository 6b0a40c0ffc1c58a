// The example of the guide to the client, run as it stands there: in a project of its own, by plain Node, on a real
// control plane and a real media node, with a part of the sample video.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { BUNDLED_FFPROBE } from "../../../media-node/ffmpeg/bundled-tools.ts";
import { probeFile } from "../../../media-node/ffmpeg/ffprobe.ts";
import { consumerProject, copyExample } from "../../support/client/consumer-project.ts";
import { testControlPlane } from "../../support/control-plane/control-plane.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { makeMedia } from "../../support/media/media-fixture.ts";
import { mediaAddress, mediaProcess } from "../../support/media-node/media-process.ts";

const SAMPLE = fileURLToPath(new URL("../../../deploy/sample/sample.mp4", import.meta.url));
/** Of the sample's beginning: enough for both clips. */
const PART_S = 45;

after(assertNoChildren);

test("the example uploads a video, makes clips of it, follows the job and writes them", async (t) => {
  const project = await consumerProject(t);
  await copyExample(project, "make-clips");
  assert.equal(await project.compile(["example/make-clips.ts"]), "");
  const plane = await testControlPlane(t);
  await mediaProcess(t, plane, { CLIPMILL_DATABASE_URL: await mediaAddress(plane) });
  const { key } = await plane.account();
  const env = { CLIPMILL_URL: plane.url, CLIPMILL_API_KEY: key };
  const part = join(project.folder, "part.mp4");
  await makeMedia("-i", SAMPLE, "-t", String(PART_S), "-map", "0", "-c", "copy", part);
  const args = ["example/make-clips.ts", part, String(PART_S), "out"];
  const { stdout, stderr } = await project.run(args, env);
  const lines = stdout.trim().split("\n");
  assert.equal(lines.length, 2, stdout);
  for (const [index, line] of lines.entries()) {
    const [, path = ""] = /^(out\/\d\.mp4) {2}\d+ {2}\S/.exec(line) ?? [];
    assert.equal(path, `out/${index + 1}.mp4`);
    const probed = await probeFile(BUNDLED_FFPROBE, join(project.folder, path), new AbortController().signal);
    const video = probed.streams?.find((stream) => stream.codec_type === "video");
    assert.deepEqual([video?.width, video?.height], [360, 640]);
  }
  assert.match(stderr, /^sent 100 %$/m);
  assert.match(stderr, /^\d+(\.\d+)? % Rendering/m);
});

test("the example says what is wrong in the API's words", async (t) => {
  const project = await consumerProject(t);
  await copyExample(project, "make-clips");
  const plane = await testControlPlane(t);
  const env = { CLIPMILL_URL: plane.url, CLIPMILL_API_KEY: "nobody's" };
  const running = project.run(["example/make-clips.ts", SAMPLE, "92"], env);
  await assert.rejects(running, { code: 1, stderr: /^UNAUTHENTICATED: A valid API key is required/ });
});
