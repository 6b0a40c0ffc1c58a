// Embeddings of images and texts against transformers.js, on small models of the same layouts with random weights.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  AutoProcessor,
  AutoTokenizer,
  CLIPTextModelWithProjection,
  CLIPVisionModelWithProjection,
  env,
  RawImage,
  SiglipTextModel,
  SiglipVisionModel,
  type Tensor,
} from "@huggingface/transformers";
import { openImageTextModel } from "../../../../media-node/senses/image-text/image-text-model.ts";
import { openImageTextTokenizer } from "../../../../media-node/senses/image-text/image-text-tokenizer.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { writeHubBundle } from "../../../support/models/hub-bundle.ts";
import { plantColors, writeRandomImageText } from "../../../support/models/image-text-models.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const ON_CPU = { providers: ["cpu"], threads: 1 } as const;
const TOLERANCE = 1e-3;
const TEXTS = ["a red thing", "Green", "somebody scores the goal while it is raining"];
const LOADING = { dtype: "fp32", device: "cpu" } as const;

interface Reference {
  text(text: string): Promise<Tensor>;
  image(image: RawImage): Promise<Tensor>;
}

type Run = (inputs: object) => Promise<Record<string, Tensor>>;

async function openReference(folder: string, family: "clip" | "siglip"): Promise<Reference> {
  env.allowRemoteModels = false;
  const tokenizer = await AutoTokenizer.from_pretrained(folder);
  const processor = (await AutoProcessor.from_pretrained(folder)) as unknown as Run;
  const isClip = family === "clip";
  const [Text, Vision] = isClip
    ? [CLIPTextModelWithProjection, CLIPVisionModelWithProjection]
    : [SiglipTextModel, SiglipVisionModel];
  const text = (await Text.from_pretrained(folder, LOADING)) as unknown as Run;
  const vision = (await Vision.from_pretrained(folder, LOADING)) as unknown as Run;
  const padding = isClip ? true : "max_length";
  return {
    text: async (words) => {
      const found = await text(tokenizer([words], { padding, truncation: true }) as object);
      return (isClip ? found.text_embeds : found.pooler_output) as Tensor;
    },
    image: async (image) => {
      const found = await vision(await processor(image));
      return (isClip ? found.image_embeds : found.pooler_output) as Tensor;
    },
  };
}

function assertSameDirection(ours: Float32Array, theirs: Tensor): void {
  const values = theirs.data as Float32Array;
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  assert.equal(ours.length, values.length);
  ours.forEach((value, index) => {
    assert.ok(Math.abs(value - (values[index] ?? 0) / length) < TOLERANCE, `${index}: ${value}`);
  });
}

function randomImage(seed: number, width: number, height: number): Uint8Array {
  const random = seededRandom(seed);
  return Uint8Array.from({ length: 3 * width * height }, () => 256 * random());
}

for (const family of ["clip", "siglip"] as const) {
  test(`${family}: texts have the embeddings of transformers.js`, async (t) => {
    const { folder, ...bundle } = await writeRandomImageText(await temporaryFolder(t), family);
    const model = await openImageTextModel({ folder, ...bundle }, ON_CPU);
    t.after(() => model.dispose());
    const reference = await openReference(folder, family);
    const found = await Promise.all(TEXTS.map((text) => model.embedText(text)));
    for (const [index, text] of TEXTS.entries()) {
      assertSameDirection(found[index] ?? new Float32Array(), await reference.text(text));
    }
    assert.notDeepEqual(found[0], found[1]);
  });

  test(`${family}: images, several at once, have the embeddings of transformers.js`, async (t) => {
    const bundle = await writeRandomImageText(await temporaryFolder(t), family);
    const model = await openImageTextModel(bundle, ON_CPU);
    t.after(() => model.dispose());
    const reference = await openReference(bundle.folder, family);
    // Of the scaled size, so that the two ways of scaling are out of account.
    for (const source of [
      { width: 1_920, height: 1_080 },
      { width: 607, height: 1_081 },
    ]) {
      const size = model.scaledSize(source);
      const images = [1, 2, 3].map((seed) => randomImage(seed, size.width, size.height));
      const found = await model.embedImages(images, size);
      for (const [index, rgb] of images.entries()) {
        const image = new RawImage(new Uint8ClampedArray(rgb), size.width, size.height, 3);
        assertSameDirection(found[index] ?? new Float32Array(), await reference.image(image));
      }
    }
  });
}

test("a text that is too long loses its end and keeps its end token", async (t) => {
  const { folder } = await writeRandomImageText(await temporaryFolder(t), "clip");
  const tokensOf = await openImageTextTokenizer(folder, "clip");
  const [short, long] = [tokensOf("red"), tokensOf("blue ".repeat(200))];
  assert.deepEqual([short.ids.length, long.ids.length], [3, 77]);
  assert.equal(long.ids.at(-1), short.ids.at(-1));
  assert.equal(long.ids[0], short.ids[0]);
  const siglip = await writeRandomImageText(await temporaryFolder(t), "siglip");
  const { ids, mask } = (await openImageTextTokenizer(siglip.folder, "siglip"))("red");
  assert.equal(ids.length, 64);
  assert.equal(
    mask.reduce((sum, value) => sum + value, 0),
    2,
  );
  assert.ok(ids.slice(1).every((id) => id === 1));
});

test("SigLIP's texts are lower-case, also where tokenizer.json leaves that to others", async (t) => {
  const { folder } = await writeRandomImageText(await temporaryFolder(t), "siglip");
  const path = join(folder, "tokenizer.json");
  const { normalizer: _, ...description } = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ ...description, normalizer: null }));
  const tokensOf = await openImageTextTokenizer(folder, "siglip");
  assert.deepEqual(tokensOf("A Red dog"), tokensOf("a red dog"));
});

test("the planted model tells colours by sight and by name", async (t) => {
  const model = await openImageTextModel(await plantColors(await temporaryFolder(t)), ON_CPU);
  t.after(() => model.dispose());
  const size = model.scaledSize({ width: 64, height: 48 });
  const red = new Uint8Array(3 * size.width * size.height).map((_, index) => (index % 3 === 0 ? 220 : 20));
  const [seen = new Float32Array()] = await model.embedImages([red], size);
  const cosine = async (text: string): Promise<number> => {
    const embedding = await model.embedText(text);
    return embedding.reduce((sum, value, index) => sum + value * (seen[index] ?? 0), 0);
  };
  assert.ok((await cosine("a photo of red roses")) > 0.9);
  assert.ok((await cosine("a photo of blue")) < 0.1);
});

test("networks that do not open, other outputs and missing files are MODEL_UNAVAILABLE", async (t) => {
  const broken = await plantColors(await temporaryFolder(t));
  await writeFile(join(broken.folder, "onnx/vision_model.onnx"), "no network");
  await assert.rejects(openImageTextModel(broken, ON_CPU), { code: "MODEL_UNAVAILABLE" });
  const clip = await plantColors(await temporaryFolder(t));
  const other = { ...clip, manifest: { ...clip.manifest, family: "siglip" } };
  await assert.rejects(openImageTextModel(other, ON_CPU), { code: "MODEL_UNAVAILABLE" });
  const bare = await writeHubBundle(
    await temporaryFolder(t),
    { "a.onnx": "" },
    { kind: "image-text", family: "clip" },
  );
  await assert.rejects(openImageTextModel(bare, ON_CPU), { code: "MODEL_UNAVAILABLE" });
});
