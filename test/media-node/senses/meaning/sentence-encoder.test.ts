// Sentence encoders: compared with transformers.js on the same files, and what differs between their families.
import assert from "node:assert/strict";
import { basename, dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { env, pipeline } from "@huggingface/transformers";
import { addBundle } from "../../../../media-node/models/add-bundle.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import {
  openSentenceEncoder,
  type SentenceEncoder,
} from "../../../../media-node/senses/meaning/sentence-encoder.ts";
import { carriedFolder } from "../../../support/models/carried-folder.ts";
import { type TinyEncoder, tinyEncoderFolder } from "../../../support/models/text/tiny-sentence-encoder.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const WORDS = [["money", "salary"], ["bees"], ["dance"], ["the"], ["query"], ["passage"], [":"], ["of"]];
const TEXTS = ["The bees dance.", "Salary", "the dance of the bees of the unknown money", ""];
const OPTIONS = { providers: ["cpu"], threads: 1 } as const;

/** The model as `npm run models -- add` installs it under a name. */
async function install(
  t: TestContext,
  name: string,
  files: Record<string, object> = {},
  options: Partial<TinyEncoder> = {},
) {
  const root = await temporaryFolder(t);
  const carried = await tinyEncoderFolder(join(root, "carried", name), { words: WORDS, ...options });
  await carriedFolder(carried, files);
  const { folder, manifest } = await addBundle({
    path: carried,
    modelsDir: join(root, "models"),
    catalogue: [],
  });
  return { carried, folder, manifest };
}

async function encoder(t: TestContext, folder: string): Promise<SentenceEncoder> {
  const opened = await openSentenceEncoder(await readBundle(folder), OPTIONS);
  t.after(() => opened.dispose());
  return opened;
}

async function reference(
  folder: string,
  texts: readonly string[],
  pooling: "mean" | "cls",
): Promise<number[][]> {
  env.allowRemoteModels = false;
  env.localModelPath = dirname(folder);
  const extract = await pipeline("feature-extraction", basename(folder), { dtype: "fp32" });
  try {
    const vectors: number[][] = [];
    for (const text of texts) {
      const found = await extract(text, { pooling, normalize: true });
      vectors.push((found.tolist() as number[][])[0] ?? []);
    }
    return vectors;
  } finally {
    await extract.dispose();
  }
}

function assertClose(vectors: readonly Float32Array[], expected: readonly (readonly number[])[]): void {
  assert.equal(vectors.length, expected.length);
  vectors.forEach((vector, row) => {
    assert.equal(vector.length, expected[row]?.length);
    vector.forEach((value, index) => {
      assert.ok(Math.abs(value - (expected[row]?.[index] ?? 99)) < 1e-5, `row ${row}, ${index}`);
    });
  });
}

test("vectors of texts in one batch are those of transformers.js of each text alone", async (t) => {
  const { carried, folder, manifest } = await install(t, "mini-encoder");
  assert.deepEqual(
    [manifest.kind, manifest.family, manifest.embedding],
    ["sentence-embedding", "bert", { pooling: "mean", maxTokens: 64 }],
  );
  const model = await encoder(t, folder);
  assertClose(await model.encode(TEXTS, "passage"), await reference(carried, TEXTS, "mean"));
  const many = Array.from({ length: 70 }, (_, index) => "bees ".repeat(1 + (index % 40)));
  assertClose(await model.encode(many, "query"), await reference(carried, many, "mean"));
});

test("bge's vector is the first token's, e5's texts have their prefixes", async (t) => {
  const bge = await install(t, "bge-tiny-en-v1.5");
  assertClose(
    await (await encoder(t, bge.folder)).encode(TEXTS, "passage"),
    await reference(bge.carried, TEXTS, "cls"),
  );
  assert.match(bge.manifest.embedding?.queryPrefix ?? "", /^Represent this sentence/);
  const e5 = await install(t, "multilingual-e5-tiny");
  const model = await encoder(t, e5.folder);
  for (const kind of ["query", "passage"] as const) {
    const prefixed = TEXTS.map((text) => `${kind}: ${text}`);
    assertClose(await model.encode(TEXTS, kind), await reference(e5.carried, prefixed, "mean"));
  }
});

test("an export in half precision gives the vectors of the same model in single precision", async (t) => {
  const single = await install(t, "mini-encoder");
  const half = await install(t, "half-encoder", {}, { isHalfPrecision: true });
  const expected = await (await encoder(t, single.folder)).encode(TEXTS, "passage");
  const vectors = await (await encoder(t, half.folder)).encode(TEXTS, "passage");
  vectors.forEach((vector, row) => {
    vector.forEach((value, index) => {
      assert.ok(Math.abs(value - (expected[row]?.[index] ?? 99)) < 1e-2, `row ${row}, ${index}: ${value}`);
    });
  });
});

test("what a folder says of its pooling comes before what its name suggests", async (t) => {
  for (const [said, pooling] of [
    [{ pooling_mode_cls_token: true }, "first"],
    [{ pooling_mode_cls_token: false, pooling_mode_mean_tokens: true }, "mean"],
    [{ pooling_mode: "cls" }, "first"],
    [{ pooling_mode: ["mean"] }, "mean"],
    [{ pooling_mode: "mean_sqrt_len_tokens" }, "mean"],
  ] as const) {
    const name = pooling === "first" ? "my-encoder" : "bge-tiny-en-v1.5";
    const { manifest } = await install(t, name, { "1_Pooling/config.json": said });
    assert.equal(manifest.embedding?.pooling, pooling, JSON.stringify(said));
    assert.ok(manifest.files.some(({ path }) => path === "1_Pooling/config.json"));
  }
});

test("a folder whose pooling is none of the engine's is refused", async (t) => {
  for (const [said, named] of [
    [{ pooling_mode: "lasttoken" }, "lasttoken"],
    [{ pooling_mode: ["cls", "mean"] }, "cls and mean"],
    [{ pooling_mode_max_tokens: true, pooling_mode_mean_tokens: true }, "mean and max"],
    [{ pooling_mode_weightedmean_tokens: true }, "weightedmean"],
  ] as const) {
    await assert.rejects(install(t, "my-encoder", { "1_Pooling/config.json": said }), {
      code: "INVALID_REQUEST",
      message: new RegExp(`pools token states by ${named}, `),
    });
  }
});

test("a folder with a module that is not run is refused, unless the network has it inside", async (t) => {
  const modules = ["Transformer", "Pooling", "Dense", "Normalize"].map((type, idx) => ({
    idx,
    name: String(idx),
    path: "",
    type: `sentence_transformers.models.${type}`,
  }));
  await assert.rejects(install(t, "LaBSE", { "modules.json": modules }), {
    code: "INVALID_REQUEST",
    message:
      /puts Dense after its encoder, as modules\.json says, which is run only where the network itself/,
  });
  await install(t, "plain", { "modules.json": modules.filter(({ type }) => !type.endsWith("Dense")) });
  await install(t, "LaBSE", { "modules.json": modules }, { outputName: "sentence_embedding" });
});

test("e5 that was tuned to instructions gets one before prompts, and nothing before what is compared", async (t) => {
  for (const name of ["multilingual-e5-large-instruct", "intfloat_e5-instruct"]) {
    const { embedding } = (await install(t, name)).manifest;
    assert.deepEqual([embedding?.pooling, embedding?.passagePrefix], ["mean", undefined], name);
    assert.match(embedding?.queryPrefix ?? "", /^Instruct: Given a web search query, .* query\nQuery: $/);
  }
});

test("prompts that a folder names are put before texts, and empty ones leave the name to tell them", async (t) => {
  const saying = (prompts: object) => ({ "config_sentence_transformers.json": { prompts } });
  const named = await install(t, "multilingual-e5-tiny", saying({ query: "the query: ", passage: "" }));
  assert.deepEqual(
    [named.manifest.embedding?.queryPrefix, named.manifest.embedding?.passagePrefix],
    ["the query: ", ""],
  );
  const prefixed = TEXTS.map((text) => `the query: ${text}`);
  const model = await encoder(t, named.folder);
  assertClose(await model.encode(TEXTS, "query"), await reference(named.carried, prefixed, "mean"));
  assertClose(await model.encode(TEXTS, "passage"), await reference(named.carried, TEXTS, "mean"));
  const empty = await install(t, "multilingual-e5-tiny", saying({ query: "", document: "" }));
  assert.equal(empty.manifest.embedding?.passagePrefix, "passage: ");
});

test("an encoder is told by its folder's name and by its configuration's, whatever it is to be called", async (t) => {
  const root = await temporaryFolder(t);
  const settings = { model_type: "bert", hidden_size: 16, max_position_embeddings: 64 };
  for (const [folder, path] of [
    ["BGE-tiny-en-v1.5", undefined],
    ["download", "BAAI/bge-tiny-en-v1.5"],
  ] as const) {
    const carried = await tinyEncoderFolder(join(root, folder), { words: WORDS });
    await carriedFolder(carried, { "config.json": { ...settings, _name_or_path: path } });
    const addition = { path: carried, modelsDir: join(root, "models"), catalogue: [], name: "meaning" };
    const { manifest } = await addBundle(addition);
    assert.equal(manifest.name, "meaning");
    assert.equal(manifest.embedding?.pooling, "first");
    assert.match(manifest.embedding?.queryPrefix ?? "", /^Represent this sentence/);
  }
});

test("a text beyond the model's tokens is cut, and still closed", async (t) => {
  const { folder } = await install(t, "mini-encoder");
  const model = await encoder(t, folder);
  const [long, cut] = await model.encode(["bees ".repeat(500), "bees ".repeat(62)], "passage");
  assert.deepEqual(long, cut);
});

test("a folder without a tokenizer that can be read is refused", async (t) => {
  const { folder } = await install(t, "mini-encoder");
  const bundle = await readBundle(folder);
  await carriedFolder(folder, { "tokenizer.json": "no JSON" });
  await assert.rejects(openSentenceEncoder(bundle, OPTIONS), { code: "MODEL_UNAVAILABLE" });
});
