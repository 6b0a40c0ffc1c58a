// The bounds of requests as operators set them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readControlPlaneConfig } from "../../../control-plane/config.ts";
import { readMediaNodeConfig } from "../../../media-node/config.ts";
import { DEFAULT_BOUNDS } from "../../../shared/limits/request-bounds.ts";
import { readRequestBounds } from "../../../shared/process/bound-settings.ts";

const ADDRESS = { CLIPMILL_DATABASE_URL: "postgres://127.0.0.1/none" };

test("both planes hold the bounds that the settings say, and the defaults without any", () => {
  const env = {
    CLIPMILL_MAX_CLIP_COUNT: "3",
    CLIPMILL_MAX_OUTPUT_COUNT: "2",
    CLIPMILL_MAX_SOURCE_SECONDS: "600",
    CLIPMILL_MAX_SOURCE_MB: "64",
    CLIPMILL_HIGHLIGHT_SECONDS: "45",
  };
  const expected = { clipCount: 3, outputCount: 2, sourceS: 600, sourceBytes: 64 * 2 ** 20, reelS: 45 };
  const secret = { CLIPMILL_SECRET: "s".repeat(32) };
  assert.deepEqual(readControlPlaneConfig({ ...ADDRESS, ...secret, ...env }).bounds, expected);
  assert.deepEqual(readMediaNodeConfig({ ...ADDRESS, ...env }).bounds, expected);
  assert.deepEqual(readRequestBounds({}), DEFAULT_BOUNDS);
  assert.deepEqual(readRequestBounds({}), {
    clipCount: 20,
    outputCount: 8,
    sourceS: 21_600,
    sourceBytes: 20 * 2 ** 30,
    reelS: null,
  });
});

test("a bound out of its own is refused by the name of its variable", () => {
  const wrong = [
    ["CLIPMILL_MAX_CLIP_COUNT", "101", "1 to 100"],
    ["CLIPMILL_MAX_OUTPUT_COUNT", "0", "1 to 64"],
    ["CLIPMILL_MAX_SOURCE_SECONDS", "6h", "60 to 43200"],
    ["CLIPMILL_MAX_SOURCE_MB", "63", "64 to 1048576"],
    ["CLIPMILL_HIGHLIGHT_SECONDS", "9", "10 to 1800"],
  ] as const;
  for (const [variable, value, range] of wrong) {
    assert.throws(() => readRequestBounds({ [variable]: value }), {
      name: "SettingError",
      message: `${variable} must be a whole number from ${range}, not "${value}".`,
    });
  }
});
