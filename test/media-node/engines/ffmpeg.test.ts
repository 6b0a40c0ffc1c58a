import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { type FfmpegRun, runFfmpeg, seconds, untrustedInput } from "../../../media-node/engines/ffmpeg.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media-fixture.ts";
import { BUILDS, BUNDLED } from "../../support/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

const TO_NOWHERE = ["-f", "null", "-"];
/** Media without an end. */
const ENDLESS = [...generated("testsrc2=s=64x64:r=25"), ...TO_NOWHERE];

function run(
  args: readonly string[],
  changes: Partial<FfmpegRun> = {},
  binary = BUNDLED.ffmpeg,
): Promise<{ stderr: string }> {
  const signal = new AbortController().signal;
  return runFfmpeg(binary, { args, timeoutMs: 20_000, signal, ...changes });
}

/** A program in ffmpeg's place. */
async function pretend(t: TestContext, script: string): Promise<string> {
  const path = join(await temporaryFolder(t), "ffmpeg");
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

for (const build of BUILDS) {
  test(`progress rises to the end of the media with ${build.name}`, { skip: build.skip }, async () => {
    const times: number[] = [];
    const args = [...generated("testsrc2=s=64x64:r=25:d=3"), ...TO_NOWHERE];
    await run(args, { onProgressS: (timeS) => times.push(timeS) }, build.ffmpeg);
    assert.ok(Math.abs((times.at(-1) ?? 0) - 3) < 0.1, times.join(" "));
    assert.deepEqual(
      times,
      [...times].sort((a, b) => a - b),
    );
  });

  test(`playlists, other protocols and devices are not opened with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = join(await temporaryFolder(t), "list.mp4");
    await writeFile(path, "ffconcat version 1.0\nfile '/etc/passwd'\n");
    for (const input of [
      untrustedInput(path),
      [...untrustedInput("").slice(0, -1), "http://127.0.0.1:9/x.mp4"],
    ]) {
      await assert.rejects(run([...input, ...TO_NOWHERE], {}, build.ffmpeg), { code: "SOURCE_UNSUPPORTED" });
    }
  });
}

test("a run that takes too long is ended", { timeout: 20_000 }, async () => {
  await assert.rejects(run(ENDLESS, { timeoutMs: 300 }), { code: "TIMED_OUT" });
});

test("an abort ends it with the abort's reason", { timeout: 20_000 }, async () => {
  const controller = new AbortController();
  const reason = new Error("The node is stopping.");
  const onProgressS = (): void => controller.abort(reason);
  await assert.rejects(run(ENDLESS, { signal: controller.signal, onProgressS }), reason);
});

test("an ffmpeg that runs but gets no further is ended", { timeout: 20_000 }, async (t) => {
  const stuck = await pretend(t, "while :; do echo out_time_ms=40000 >&3; sleep 0.05; done");
  const times: number[] = [];
  await assert.rejects(run([], { stallMs: 400, onProgressS: (timeS) => times.push(timeS) }, stuck), {
    code: "TIMED_OUT",
  });
  assert.deepEqual(times, [0.04]);
});

test("what a consumer of its output throws ends it", { timeout: 20_000 }, async () => {
  const reason = new Error("Enough.");
  const onOutput = (): void => {
    throw reason;
  };
  const args = [...generated("testsrc2=s=64x64:r=25"), "-f", "rawvideo", "pipe:1"];
  await assert.rejects(run(args, { onOutput }), reason);
});

test("a failure says what ffmpeg said, without the paths of this machine", async (t) => {
  const path = join(await temporaryFolder(t), "text.mp4");
  await writeFile(path, "This is no film.");
  await assert.rejects(run([...untrustedInput(path), ...TO_NOWHERE]), (error: Error) => {
    assert.match(error.message, /^The source could not be decoded \(.+\)\.$/);
    assert.doesNotMatch(error.message, /tmp|text\.mp4|0x/);
    return true;
  });
});

test("a killed ffmpeg and a failed allocation are want of memory", async (t) => {
  for (const script of ["kill -KILL $$", "echo 'Cannot allocate memory' >&2; exit 1"]) {
    await assert.rejects(run([], {}, await pretend(t, script)), { code: "OUT_OF_MEMORY", retryable: true });
  }
});

test("seconds have no exponent", () => {
  assert.deepEqual(
    [seconds(1e-9), seconds(21_600.5), seconds(0.1)],
    ["0.000000", "21600.500000", "0.100000"],
  );
});

test("frames larger than the bound are not decoded", async (t) => {
  const path = join(await temporaryFolder(t), "film.mkv");
  await makeMedia(...generated("color=s=64x64:r=1:d=1"), "-c:v", "ffv1", path);
  const args = untrustedInput(path).map((arg, index, all) =>
    all[index - 1] === "-max_pixels" ? "1000" : arg,
  );
  await assert.rejects(run([...args, ...TO_NOWHERE]), { code: "SOURCE_UNSUPPORTED" });
});
