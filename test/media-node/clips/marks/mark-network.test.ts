// Networks of marks: a tiny one whose logits are computed by hand, the built-in one, and bundles that are none.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  MARK_LOGITS,
  type MarkNetwork,
  openMarkNetwork,
} from "../../../../media-node/clips/marks/mark-network.ts";
import { encodeMarkTokens, keyOf } from "../../../../media-node/clips/marks/mark-tokens.ts";
import { hashToken } from "../../../../media-node/models/known-words.ts";
import { MARKING_LIMITS } from "../../../../shared/limits/sensing.ts";
import {
  expectedLogits,
  type MarkFiles,
  tinyMarkBundle,
  tinyMarkNetwork,
} from "../../../support/models/text/tiny-mark-network.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const OPTIONS = { providers: ["cpu"], threads: 1 } as const;
const NEVER = new AbortController().signal;
const KNOWN = Uint32Array.from(["bees", "dance"].map(hashToken)).sort();

async function open(t: TestContext, files?: MarkFiles): Promise<MarkNetwork> {
  const network = await openMarkNetwork(await tinyMarkBundle(await temporaryFolder(t), files), OPTIONS);
  t.after(() => network.dispose());
  return network;
}

test("a word is known by its letters, whatever stands around them, and a number by being one", () => {
  assert.deepEqual(["“Bees", "bees’", "don’t", "1961", "2nd", "♪", "...", "Über"].map(keyOf), [
    "bees",
    "bees",
    "don't",
    "<num>",
    "<num>",
    "",
    "",
    "ber",
  ]);
});

test("known words have ids of their own, others share some, and both parts of a compound are read", () => {
  const { words, endings, wordOf } = encodeMarkTokens(["bees", "♪", "dance-floor", "floor", "door"], KNOWN);
  assert.deepEqual([...wordOf], [0, 2, 2, 3, 4]);
  const known = [257 + KNOWN.indexOf(hashToken("bees")), 257 + KNOWN.indexOf(hashToken("dance"))];
  const unknown = (key: string): number => 1 + (hashToken(key) % 256);
  assert.deepEqual([...words], [...known, unknown("floor"), unknown("floor"), unknown("door")]);
  const ending = (letters: string): number => 1 + (hashToken(letters) % 1_023);
  assert.deepEqual([...endings], ["ees", "nce", "oor", "oor", "oor"].map(ending));
});

test("a word has the marks of its last part and the letters of its first; one without letters has neither", async (t) => {
  const texts = ["bees", "♪", "dance-floor"];
  const { words, endings } = encodeMarkTokens(texts, KNOWN);
  const [first = 0, second = 0, third = 0] = expectedLogits(
    [...words].map((id, at) => id + (endings[at] ?? 0)),
  );
  const rows = await (await open(t, { network: tinyMarkNetwork([1, 2, 3, 4, 5, 6, 7]) })).read(texts, NEVER);
  const expected = [1, 2, 3, 4, 5, 6, 7].map((weight) => weight * first);
  const none = new Array<number>(MARK_LOGITS).fill(Number.NaN);
  const compound = [1, 2, 3, 4]
    .map((weight) => weight * third)
    .concat([5, 6, 7].map((weight) => weight * second));
  const round = (values: Iterable<number>): number[] => [...values].map((value) => Math.round(1_000 * value));
  assert.deepEqual(round(rows), round([...expected, ...none, ...compound]));
});

test("a long text is read in windows, as if it were read at once", async (t) => {
  const texts = Array.from(
    { length: 2 * MARKING_LIMITS.windowTokens + 77 },
    (_, at) => `${at % 7}bees${at % 13}`,
  );
  const spelt = texts.map((text) => text.replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? ""));
  const { words, endings } = encodeMarkTokens(spelt, KNOWN);
  const expected = expectedLogits([...words].map((id, at) => id + (endings[at] ?? 0)));
  const rows = await (await open(t)).read(spelt, NEVER);
  expected.forEach((value, at) => {
    assert.ok(Math.abs((rows[at * MARK_LOGITS] ?? 0) - value) < 1e-3, `word ${at}`);
  });
});

test("without words nothing is read, and a word without letters gets no scores", async (t) => {
  assert.equal((await (await open(t)).read([], NEVER)).length, 0);
  assert.ok((await (await open(t)).read(["♪"], NEVER)).every(Number.isNaN));
});

test("an abort ends it between two windows", async (t) => {
  const network = await open(t);
  const reason = new Error("enough");
  await assert.rejects(network.read(["bees"], AbortSignal.abort(reason)), reason);
});

test("what is no network of marks is refused, with what is wrong", async (t) => {
  const refused = async (files: MarkFiles, cause: RegExp): Promise<void> => {
    const bundle = await tinyMarkBundle(await temporaryFolder(t), files);
    await assert.rejects(
      openMarkNetwork(bundle, OPTIONS).then((network) => network.read(["bees"], NEVER)),
      (error) => {
        assert.ok(error instanceof Error && error.cause instanceof Error);
        assert.equal((error as Error & { code?: string }).code, "MODEL_UNAVAILABLE");
        assert.match(error.cause.message, cause);
        return true;
      },
    );
  };
  await refused({ vocabulary: Buffer.alloc(6) }, /vocabulary\.bin has 6 bytes/);
  await refused({ vocabulary: Buffer.alloc(8) }, /do not ascend/);
  await refused({ network: tinyMarkNetwork([1, 2]) }, /gives float32 \[1, 2\]/);
  await refused(
    { network: tinyMarkNetwork(new Array<number>(7).fill(Number.POSITIVE_INFINITY)) },
    /not finite/,
  );
  const folder = await temporaryFolder(t);
  const bundle = await tinyMarkBundle(folder);
  const files = bundle.manifest.files.filter(({ path }) => path !== "vocabulary.bin");
  await assert.rejects(
    openMarkNetwork({ folder: join(folder), manifest: { ...bundle.manifest, files } }, OPTIONS),
  );
});
