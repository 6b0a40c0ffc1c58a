import assert from "node:assert/strict";
import { dirname } from "node:path";
import { type TestContext, test } from "node:test";
import {
  readWhisperConfiguration,
  type WhisperConfiguration,
} from "../../../../media-node/speech/whisper/whisper-configuration.ts";
import { AppError } from "../../../../shared/errors.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { type TinyWhisperOptions, writeTinyWhisper } from "../../../support/speech/tiny-whisper.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

async function read(t: TestContext, options: TinyWhisperOptions): Promise<WhisperConfiguration> {
  const { folder } = await writeTinyWhisper(await temporaryFolder(t), options);
  return await readWhisperConfiguration(folder);
}

const REAL = sharedData("whisper-tiny.en/config.json");
test("the files of the real tiny.en are understood", { skip: REAL.skip }, async () => {
  const configuration = await readWhisperConfiguration(dirname(REAL.path));
  const { rules } = configuration;
  assert.equal(configuration.melBins, 80);
  assert.equal(configuration.maxNewTokens, 224);
  assert.equal(configuration.startToken, 50_257);
  assert.equal(configuration.noSpeechToken, 50_361);
  assert.equal(configuration.languages, undefined);
  assert.equal(configuration.alignmentHeads.length, 8);
  assert.equal(rules.endToken, 50_256);
  assert.equal(rules.timestampBegin, 50_363);
  assert.deepEqual(rules.suppressedAtBegin, [220, 50_256]);
  // Its "1" stands for one second, which is fifty steps.
  assert.equal(rules.maxInitialTimestampIndex, 50);
  assert.ok([1, 2, 49_146, 50_257, 50_258, 50_361].every((token) => rules.suppressed.includes(token)));
  assert.ok(!rules.suppressed.includes(50_256) && !rules.suppressed.includes(50_363));
});

test("a multilingual model's languages and task are read", async (t) => {
  const configuration = await read(t, { isMultilingual: true });
  assert.deepEqual([...(configuration.languages?.keys() ?? [])], ["en", "zh", "de", "jw"]);
  assert.ok(configuration.rules.suppressed.includes(configuration.transcribeToken as number));
});

test("lists that a conversion left out get the values of openai/whisper", async (t) => {
  const generation = {
    suppress_tokens: null,
    begin_suppress_tokens: null,
    alignment_heads: null,
    max_initial_timestamp_index: null,
  };
  const { alignmentHeads, rules } = await read(t, { generation });
  assert.deepEqual(alignmentHeads, [
    [1, 0],
    [1, 1],
    [1, 2],
    [1, 3],
  ]);
  assert.deepEqual(rules.suppressedAtBegin, []);
  assert.equal(rules.maxInitialTimestampIndex, 50);
  assert.ok(rules.suppressed.every((token) => token > rules.endToken && token < rules.timestampBegin - 1));
});

test("of a list with heads that the decoder does not have none is taken: it is another model's", async (t) => {
  const teachers = {
    alignment_heads: [
      [1, 0],
      [25, 6],
    ],
  };
  const { alignmentHeads, hasForeignHeads } = await read(t, { generation: teachers });
  assert.ok(hasForeignHeads);
  assert.deepEqual(
    alignmentHeads,
    [0, 1, 2, 3].map((head) => [1, head]),
  );
  assert.equal((await read(t, {})).hasForeignHeads, false);
});

test("a list that says -1 suppresses nothing more than special tokens", async (t) => {
  const { rules } = await read(t, { generation: { suppress_tokens: [-1] } });
  assert.ok(rules.suppressed.every((token) => token > rules.endToken));
});

test("values that no Whisper has are refused", async (t) => {
  const { folder } = await writeTinyWhisper(await temporaryFolder(t), {
    generation: { no_timestamps_token_id: "many" },
  });
  await assert.rejects(
    readWhisperConfiguration(folder),
    (error) => error instanceof AppError && error.code === "MODEL_UNAVAILABLE",
  );
});
