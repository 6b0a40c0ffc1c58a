// How much of recordings without an index is read for the clips of a job.
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { runFfmpeg, untrustedInput } from "../../../media-node/ffmpeg/ffmpeg.ts";
import type { RunContext } from "../../../media-node/pipelines/run-context.ts";
import { withTaskSource } from "../../../media-node/pipelines/task-source.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { DEFAULT_BOUNDS } from "../../../shared/limits/request-bounds.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { bytesRead } from "../../support/media/bytes-read.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { BUNDLED } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const FILM_S = 60;

const CODING: Readonly<Record<string, readonly string[]>> = {
  "recorded.flv": ["-c:v", "flv", "-qscale:v", "2", "-g", "50"],
  "recorded.webm": [...["-c:v", "libvpx", "-deadline", "realtime", "-b:v", "2M", "-g", "50"], "-live", "1"],
};

for (const [name, coding] of Object.entries(CODING)) {
  test(`${name}, a recording without an index, is not read anew for each clip of it`, async (t) => {
    const folder = await temporaryFolder(t);
    const film = join(folder, name);
    await makeMedia(...generated(`testsrc2=s=320x180:r=25:d=${FILM_S}`), ...coding, film);
    const { size } = await stat(film);
    const storage = createFileStorage(await temporaryFolder(t));
    const storageKey = `uploads/acct_a/${name}`;
    await storage.putFile(storageKey, film);
    const signal = AbortSignal.timeout(300_000);
    const tools = { ...BUNDLED, bounds: DEFAULT_BOUNDS };
    const context = {
      storage,
      signal,
      scratchFolder: folder,
      taskId: "task_recorded",
      tools,
    } as unknown as RunContext;
    const wanted = {
      source: { kind: "upload", storageKey } as const,
      range: { startS: 0, endS: null },
      onProgress: () => undefined,
    };
    const readBytes = await bytesRead(() =>
      withTaskSource(context, wanted, async (path) => {
        assert.equal((await probeSource(BUNDLED, path, signal)).video?.width, 320);
        for (let seekS = 40; seekS < 58; seekS += 2) {
          const args = [...untrustedInput(path, { seekS, durationS: 1 }), "-f", "null", "-"];
          await runFfmpeg(BUNDLED.ffmpeg, { args, timeoutMs: 60_000, signal });
        }
      }),
    );
    t.diagnostic(`${readBytes} bytes read of a file of ${size}`);
    assert.ok(readBytes < 3 * size, `${readBytes} of ${size}`);
  });
}
