import assert from "node:assert/strict";
import { test } from "node:test";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import { compileInputSchema } from "../../../shared/schemas/input-schema.ts";
import { AnnouncedModels } from "../../../shared/schemas/model.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { BUILT_IN_REEL_TEMPLATES } from "../../../shared/templates/reel-template.ts";

test("the descriptor is one that clients can use, and its schema takes every built-in template", () => {
  compileSchema(AnnouncedModels)([HIGHLIGHT_RENDER]);
  const check = compileInputSchema(HIGHLIGHT_RENDER.input_schema);
  for (const { name, document } of BUILT_IN_REEL_TEMPLATES) assert.deepEqual(check(document), [], name);
  assert.deepEqual(
    check({ colors: { primary: "red" }, confetti: true }).map(({ path }) => path),
    ["/confetti", "/colors/primary"],
  );
});
