import assert from "node:assert/strict";
import { test } from "node:test";
import { speechModelHint } from "../../deploy/demo-hint.ts";
import { MODELS_COMMANDS } from "../../deploy/models/models-commands.ts";
import { unsureNotice } from "../../media-node/speech/transcripts/unsure-notice.ts";

const UNSURE = {
  model: "any@1",
  range: { startS: 0, endS: 2 },
  sourceS: 2,
  windows: [
    {
      startS: 0,
      endS: 2,
      language: "en",
      isConfident: false,
      words: [{ text: "reefs", startS: 0, endS: 1, score: 0.4 }],
    },
  ],
};
const noticeOf = (isBuiltIn: boolean): string | null =>
  unsureNotice(UNSURE, { isBuiltIn, consequence: "captions were left out" });

test("the demo names a command that brings real models where the built-in one did not understand a voice", () => {
  const hint = speechModelHint(noticeOf(true));
  assert.equal(hint.length, 2);
  const words = /npm run models -- (\w+ \w+)/.exec(hint[1] ?? "")?.[1];
  assert.ok(MODELS_COMMANDS.some(({ usage }) => usage.startsWith(words ?? "none")));
});

test("the demo names no model where another would change nothing, or one is installed", () => {
  assert.deepEqual(speechModelHint(null), []);
  assert.deepEqual(speechModelHint("Nobody speaks in the source, so the clips have no captions."), []);
  assert.deepEqual(speechModelHint(noticeOf(false)), []);
});
