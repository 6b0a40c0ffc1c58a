// Settings of the media node that no other test reads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readMediaNodeConfig } from "../../media-node/config.ts";

const MEBIBYTE = 2 ** 20;

function read(env: Record<string, string> = {}) {
  return readMediaNodeConfig({ CLIPMILL_DATABASE_URL: "postgres://none", ...env });
}

test("loaded image models may take half of the memory, or what the operator says", () => {
  assert.ok(read().imageMemoryBytes >= 1_024 * MEBIBYTE);
  assert.equal(read({ CLIPMILL_IMAGE_MEMORY_MB: "512" }).imageMemoryBytes, 512 * MEBIBYTE);
  assert.throws(() => read({ CLIPMILL_IMAGE_MEMORY_MB: "1" }), /CLIPMILL_IMAGE_MEMORY_MB/);
});
