import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { type FfmpegRun, runFfmpeg, seconds, untrustedInput } from "../../../media-node/ffmpeg/ffmpeg.ts";
import { probeFile } from "../../../media-node/ffmpeg/ffprobe.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { listProcesses } from "../../support/list-processes.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { BUILDS, BUNDLED } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

after(assertNoChildren);

const TO_NOWHERE = ["-f", "null", "-"];
/** Media without an end. */
const ENDLESS = [...generated("testsrc2=s=64x64:r=25"), ...TO_NOWHERE];
/** ffmpeg 7.0 looks for those that it handles where it reads the keyboard, which `-nostdin` takes away. */
const UNASKED_SIGNALS = ["SIGSEGV"] as const;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGXCPU", ...UNASKED_SIGNALS] as const;

function run(
  args: readonly string[],
  changes: Partial<FfmpegRun> = {},
  binary = BUNDLED.ffmpeg,
): Promise<{ stderr: string }> {
  const signal = new AbortController().signal;
  return runFfmpeg(binary, { args, timeoutMs: 60_000, signal, ...changes });
}

/** Processes of an ffmpeg that this one has started. */
async function ownFfmpegs(binary: string): Promise<number[]> {
  const own = (await listProcesses()).filter(({ parentPid }) => parentPid === process.pid);
  return own.filter(({ commandLine }) => commandLine.startsWith(`${binary} `)).map(({ pid }) => pid);
}

/** Sends them a signal, as a service manager would. */
async function signalOwnFfmpeg(binary: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await ownFfmpegs(binary)) process.kill(pid, signal);
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

/** AVI films whose frames no camera makes, and whose decoders nobody needs. */
const ODD_CODECS = ["zmbv", "cinepak"];

for (const build of BUILDS) {
  test(`a decoder that is not on the allowlist is never opened with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    for (const codec of ODD_CODECS) {
      const path = join(await temporaryFolder(t), "film.avi");
      await makeMedia(...generated("testsrc2=s=64x64:r=5:d=1"), "-c:v", codec, path);
      const { signal } = new AbortController();
      const refusal = {
        code: "SOURCE_UNSUPPORTED",
        message: `The source has a stream coded as ${codec}, which is not accepted.`,
      };
      await assert.rejects(run([...untrustedInput(path), ...TO_NOWHERE], {}, build.ffmpeg), refusal);
      await assert.rejects(probeFile(build.ffprobe, path, signal), refusal);
    }
  });

  test(`an ffmpeg that a signal ends did not fail at its source with ${build.name}`, {
    skip: build.skip,
    timeout: 120_000,
  }, async () => {
    for (const signal of build === BUNDLED ? SIGNALS : UNASKED_SIGNALS) {
      let sending: Promise<void> | undefined;
      const onProgressS = (): void => {
        sending ??= signalOwnFfmpeg(build.ffmpeg, signal);
      };
      await assert.rejects(run(ENDLESS, { onProgressS }, build.ffmpeg), {
        code: "INTERNAL",
        retryable: true,
      });
      await sending;
    }
  });

  test(`a full disk, used-up handles and files that are too large are ours with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const folder = await temporaryFolder(t);
    const film = [...generated("testsrc2=s=640x360:r=25:d=2"), "-f", "rawvideo"];
    await assert.rejects(run([...film, "file:/dev/full"], {}, build.ffmpeg), {
      code: "INTERNAL",
      retryable: true,
    });
    const path = join(folder, "film.mkv");
    await makeMedia(...generated("color=s=64x64:r=1:d=1"), "-c:v", "ffv1", path);
    for (const [limit, args] of [
      ["-n 4", [...untrustedInput(path), ...untrustedInput(path), ...TO_NOWHERE]],
      ["-f 100", [...film, join(folder, "film.raw")]],
    ] as const) {
      const bounded = await pretend(t, `ulimit ${limit}; exec '${build.ffmpeg}' "$@"`);
      const message = limit === "-f 100" ? /larger than the appliance may write/ : /too few file handles/;
      await assert.rejects(run(args, {}, bounded), { code: "INTERNAL", retryable: true, message });
    }
  });

  test(`an ffmpeg that gets no memory ran out of memory with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const film = [...generated("color=s=4096x4096:r=25:d=2"), "-c:v", "libx264", ...TO_NOWHERE];
    const bounded = await pretend(t, `ulimit -d 100000; exec '${build.ffmpeg}' "$@"`);
    await assert.rejects(run(film, {}, bounded), { code: "OUT_OF_MEMORY", retryable: true });
  });
}

test("an ffmpeg that is told to end before its node has heard of it was interrupted", {
  timeout: 120_000,
}, async () => {
  const controller = new AbortController();
  const reason = new Error("The node is stopping.");
  let ended: Promise<unknown> | undefined;
  const onProgressS = (): void => {
    ended ??= signalOwnFfmpeg(BUNDLED.ffmpeg, "SIGTERM")
      .then(() => until("ffmpeg's end", async () => (await ownFfmpegs(BUNDLED.ffmpeg)).length === 0))
      .then(() => controller.abort(reason));
  };
  await assert.rejects(run(ENDLESS, { signal: controller.signal, onProgressS }), reason);
  await ended;
});

test("a run that takes too long is ended", { timeout: 120_000 }, async () => {
  await assert.rejects(run(ENDLESS, { timeoutMs: 300 }), { code: "TIMED_OUT" });
});

test("an abort ends it with the abort's reason", { timeout: 120_000 }, async () => {
  const controller = new AbortController();
  const reason = new Error("The node is stopping.");
  const onProgressS = (): void => controller.abort(reason);
  await assert.rejects(run(ENDLESS, { signal: controller.signal, onProgressS }), reason);
});

test("an ffmpeg that runs but gets no further is ended", { timeout: 120_000 }, async (t) => {
  const stuck = await pretend(t, "while :; do echo out_time_ms=40000 >&3; sleep 0.05; done");
  const times: number[] = [];
  await assert.rejects(run([], { stallMs: 3_000, onProgressS: (timeS) => times.push(timeS) }, stuck), {
    code: "TIMED_OUT",
  });
  assert.deepEqual(times, [0.04]);
});

test("what a consumer of its output throws ends it", { timeout: 120_000 }, async () => {
  const reason = new Error("Enough.");
  const onOutput = (): void => {
    throw reason;
  };
  const args = [...generated("testsrc2=s=64x64:r=25"), "-f", "rawvideo", "pipe:1"];
  await assert.rejects(run(args, { onOutput }), reason);
});

test("a failure says what ffmpeg said, without the paths of this machine", async (t) => {
  const folder = await temporaryFolder(t);
  for (const name of ["text.mp4", "a text of our own: ü.mp4"]) {
    const path = join(folder, name);
    await writeFile(path, "This is no film.");
    await assert.rejects(run([...untrustedInput(path), ...TO_NOWHERE]), {
      message: "The source could not be decoded (Invalid data found when processing input).",
    });
  }
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
