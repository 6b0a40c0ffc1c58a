// The bounds of requests as an operator has set them: the same variables for both planes, which must agree.
import { HIGHLIGHT_LIMITS } from "../limits/highlights.ts";
import { REQUEST_BOUNDS, type RequestBounds } from "../limits/request-bounds.ts";
import { MIB } from "../limits/units.ts";
import { type Environment, readBounded, readInteger } from "./environment.ts";

/** @throws SettingError for a bound that is out of its own */
export function readRequestBounds(env: Environment): RequestBounds {
  const { clipCount, outputCount, sourceS, sourceMb } = REQUEST_BOUNDS;
  return {
    clipCount: readBounded(env, "CLIPMILL_MAX_CLIP_COUNT", clipCount),
    outputCount: readBounded(env, "CLIPMILL_MAX_OUTPUT_COUNT", outputCount),
    sourceS: readBounded(env, "CLIPMILL_MAX_SOURCE_SECONDS", sourceS),
    sourceBytes: readBounded(env, "CLIPMILL_MAX_SOURCE_MB", sourceMb) * MIB,
    reelS: readInteger(env, "CLIPMILL_HIGHLIGHT_SECONDS", HIGHLIGHT_LIMITS.reelS, null),
  };
}
