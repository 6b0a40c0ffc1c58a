// What only a single download shows: a disk that is full. /dev/full takes no byte, as a full disk does not.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { downloadFile } from "../../../media-node/models/download-file.ts";
import { createModelDispatcher } from "../../../media-node/models/request-model.ts";
import { MODEL_LIMITS } from "../../../shared/limits/models.ts";
import { modelHub } from "../../support/models/model-hub.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const skip = existsSync("/dev/full") ? false : "this system has no /dev/full";

test("a full disk is told as such, and not tried again", { skip }, async (t) => {
  const hub = await modelHub(t, { files: { "model.onnx": Buffer.alloc(1_000, "x") } });
  const path = join(await temporaryFolder(t), "model.onnx");
  await symlink("/dev/full", `${path}.part`);
  const dispatcher = createModelDispatcher(MODEL_LIMITS);
  t.after(() => dispatcher.destroy());
  const download = downloadFile({
    url: `${hub.url}/owner/model/resolve/main/model.onnx`,
    path,
    sizeBytes: 1_000,
    dispatcher,
    signal: new AbortController().signal,
    limits: { ...MODEL_LIMITS, firstRetryPauseMs: 1 },
    onProgress: () => undefined,
  });
  await assert.rejects(download, { code: "UNAVAILABLE", retryable: false, message: /The disk is full/ });
  assert.equal(hub.gets().length, 1);
});
