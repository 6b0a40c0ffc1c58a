// Settings of the media node that no other test reads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readMediaNodeConfig } from "../../media-node/config.ts";

const MEBIBYTE = 2 ** 20;

function read(env: Record<string, string> = {}) {
  return readMediaNodeConfig({ CLIPMILL_DATABASE_URL: "postgres://none", ...env });
}

test("what stays free on the disks is a share of each, or what the operator says", () => {
  assert.equal(read().diskFloorBytes, null);
  assert.equal(read({ CLIPMILL_MIN_FREE_MB: "0" }).diskFloorBytes, 0);
  assert.equal(read({ CLIPMILL_MIN_FREE_MB: "5000" }).diskFloorBytes, 5_000 * MEBIBYTE);
  assert.throws(() => read({ CLIPMILL_MIN_FREE_MB: "some" }), /CLIPMILL_MIN_FREE_MB/);
});

test("loaded image models may take half of the memory, or what the operator says", () => {
  assert.ok(read().imageMemoryBytes >= 1_024 * MEBIBYTE);
  assert.equal(read({ CLIPMILL_IMAGE_MEMORY_MB: "512" }).imageMemoryBytes, 512 * MEBIBYTE);
  assert.throws(() => read({ CLIPMILL_IMAGE_MEMORY_MB: "1" }), /CLIPMILL_IMAGE_MEMORY_MB/);
});
