// The order of things in a generation task, with a thread that only paints its seeds: batches by memory, checkpoints of
// each image, what files say, and what is told meanwhile.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type TestContext, test } from "node:test";
import sharp from "sharp";
import type { ImageBundle } from "../../../media-node/images/describe-image-model.ts";
import { GENERATE_IMAGE, type ImageRunner } from "../../../media-node/images/generate-image.ts";
import type { DiffusionWork, RawImage } from "../../../media-node/images/image-model.ts";
import { generateImages } from "../../../media-node/pipelines/generate-images.ts";
import type { MediaTools, RunContext } from "../../../media-node/pipelines/run-context.ts";
import { observeTask } from "../../../media-node/threads/observe-task.ts";
import { AppError } from "../../../shared/errors.ts";
import { createLogger } from "../../../shared/logger.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { GenerationJobRequest } from "../../../shared/tasks/generation-job.ts";
import { TINY_IMAGE, tinyPainter } from "../../support/control-plane/image-appliance.ts";
import { memoryTranscripts } from "../../support/media-node/memory-transcripts.ts";
import { storageWith } from "../../support/storage/storage-with.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** An image of one grey, which is its seed. */
function painted({ width, height }: DiffusionWork, seed: number): RawImage {
  return { width, height, channels: 3, pixels: new Uint8Array(width * height * 3).fill(seed) };
}

interface Setting {
  readonly storage: ObjectStorage;
  readonly works: DiffusionWork[];
  readonly messages: string[];
  run(request: Partial<GenerationJobRequest>): ReturnType<typeof generateImages>;
}

interface Options {
  /** One image of the small model takes some 5 MB of attention. */
  readonly memoryBytes?: number;
  /** Of another run of the same task. */
  readonly storage?: ObjectStorage;
  /** Called before each batch. */
  readonly onBatch?: (batch: number, seeds: readonly number[]) => void;
  readonly signal?: AbortSignal;
  readonly storing?: (storage: ObjectStorage) => ObjectStorage;
}

async function setUp(t: TestContext, options: Options = {}): Promise<Setting> {
  const bundle = (await tinyPainter(t)) as ImageBundle;
  const storage = options.storage ?? createFileStorage(await temporaryFolder(t));
  const works: DiffusionWork[] = [];
  const messages: string[] = [];
  t.after(
    observeTask(GENERATE_IMAGE, async ({ work }, _run) => {
      assert.equal(work.kind, "diffusion");
      const batch = works.push(work) - 1;
      options.onBatch?.(batch, work.seeds);
      return { images: work.seeds.map((seed) => painted(work, seed)), provider: null, passedOver: [] };
    }),
  );
  const { memoryBytes = 2 ** 30 } = options;
  const images: ImageRunner = { providers: ["cpu"], threads: 1, memoryBytes, onProvider: () => undefined };
  const models = { image: () => bundle };
  const context = {
    taskId: "task_test",
    transcripts: memoryTranscripts(),
    storage: options.storing?.(storage) ?? storage,
    scratchFolder: await temporaryFolder(t),
    policy: readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8" }),
    tools: { images, models } as unknown as MediaTools,
    logger: createLogger("test", "silent"),
    signal: options.signal ?? new AbortController().signal,
    report: (stage, _fraction, message) => {
      if (stage === "generating" && messages.at(-1) !== message) messages.push(message);
    },
  } satisfies RunContext;
  const defaults = {
    model: TINY_IMAGE.slug,
    tier: "lite",
    input: { prompt: "a barn", seed: 40 },
    outputCount: 1,
  };
  return { storage, works, messages, run: (request) => generateImages(context, { ...defaults, ...request }) };
}

async function greyOf(storage: ObjectStorage, key: string | null): Promise<number | undefined> {
  const file = await storage.read(key ?? "");
  return (await sharp(file).raw().toBuffer())[0];
}

test("outputs go in batches that fit into memory, and count up from the seed", async (t) => {
  const whole = await setUp(t);
  await whole.run({ outputCount: 4 });
  assert.deepEqual(
    whole.works.map(({ seeds }) => seeds),
    [[40, 41, 42, 43]],
  );
  assert.deepEqual(whole.messages, ["Images 1 to 4 of 4"]);
  // 16 × 12 latents, asked twice a step, by 8 heads of 4 bytes: 2.4 MB an image, of a quarter of the memory.
  const small = await setUp(t, { memoryBytes: 20_000_000 });
  const results = await small.run({ outputCount: 3 });
  assert.deepEqual(
    small.works.map(({ seeds }) => seeds),
    [[40, 41], [42]],
  );
  assert.deepEqual(small.messages, ["Images 1 to 2 of 3", "Image 3 of 3"]);
  const greys = await Promise.all(results.map(({ fileKey }) => greyOf(small.storage, fileKey)));
  assert.deepEqual(greys, [40, 41, 42]);
});

test("a run that takes over makes what is missing, with the same seed although none was asked for", async (t) => {
  const input = { prompt: "a barn" };
  const first = await setUp(t, {
    memoryBytes: 1,
    onBatch: (batch) => {
      if (batch === 2) throw new AppError("OUT_OF_MEMORY");
    },
  });
  await assert.rejects(first.run({ input, outputCount: 4 }), { code: "OUT_OF_MEMORY" });
  const second = await setUp(t, { memoryBytes: 1, storage: first.storage });
  const results = await second.run({ input, outputCount: 4 });
  const seeds = [...first.works.slice(0, 2), ...second.works].flatMap((work) => work.seeds);
  const [seed = 0] = seeds;
  assert.deepEqual(seeds, [seed, seed + 1, seed + 2, seed + 3]);
  assert.equal(new Set(results.map(({ id }) => id)).size, 4);
  assert.deepEqual(second.messages, ["Image 3 of 4", "Image 4 of 4"]);
});

/** Fails at one seed, whatever it is in a batch with. */
function failingAt(seed: number, times = Number.POSITIVE_INFINITY) {
  let left = times;
  return (_batch: number, seeds: readonly number[]): void => {
    if (!seeds.includes(seed) || left === 0) return;
    left -= 1;
    throw new Error("This one cannot be painted.");
  };
}

test("an output that fails for its own reason is told as failed among those that are made", async (t) => {
  for (const memoryBytes of [1, 2 ** 30]) {
    const { run, works, storage } = await setUp(t, { memoryBytes, onBatch: failingAt(41) });
    const results = await run({ outputCount: 3 });
    assert.deepEqual(
      results.map(({ status }) => status),
      ["SUCCESS", "FAILED", "SUCCESS"],
    );
    const { id, ...failed } = results[1] ?? {};
    assert.match(id ?? "", /^res_/);
    assert.deepEqual(failed, { status: "FAILED", fileKey: null, fileType: null });
    const greys = [results[0], results[2]].map((result) => greyOf(storage, result?.fileKey ?? null));
    assert.deepEqual(await Promise.all(greys), [40, 42]);
    const tried = works.filter(({ seeds }) => seeds.includes(41)).length;
    assert.equal(tried, 2, "with the others, and by itself");
    const later = await setUp(t, { memoryBytes: 1, storage });
    assert.equal((await later.run({ outputCount: 3 })).length, 3);
    assert.deepEqual(
      later.works.map(({ seeds }) => seeds),
      [[41]],
      "a run that takes over tries it anew, and nothing else",
    );
  }
});

test("an output that fails once is made in the end", async (t) => {
  const { run, storage } = await setUp(t, { memoryBytes: 1, onBatch: failingAt(40, 1) });
  const results = await run({ outputCount: 2 });
  assert.deepEqual(await Promise.all(results.map(({ fileKey }) => greyOf(storage, fileKey))), [40, 41]);
});

test("an output whose file cannot be written is told as failed", async (t) => {
  const { run } = await setUp(t, {
    storing: (storage) => {
      let stored = 0;
      const putFile = (key: string, path: string): Promise<void> => {
        if (!key.includes("thumbnail")) stored += 1;
        return stored === 1 || stored === 3
          ? Promise.reject(new Error("not this one"))
          : storage.putFile(key, path);
      };
      return storageWith(storage, { putFile });
    },
  });
  const results = await run({ outputCount: 2 });
  assert.deepEqual(
    results.map(({ status }) => status),
    ["FAILED", "SUCCESS"],
  );
});

test("a run fails with the first error where no output is made", async (t) => {
  const scene = await setUp(t, {
    memoryBytes: 1,
    onBatch: (batch) => {
      throw new Error(`failure ${batch}`);
    },
  });
  await assert.rejects(scene.run({ outputCount: 3 }), /^Error: failure 0$/);
  assert.equal(scene.works.length, 3, "each was tried, and none again");
});

test("what says nothing of a single output ends the run: a model that is gone, memory, a full disk, an abort", async (t) => {
  const aborting = new AbortController();
  const abort = (): Error => {
    aborting.abort();
    return new Error("stopped");
  };
  const ends: [() => unknown, RegExp | { code: string }, AbortSignal?][] = [
    [() => new AppError("MODEL_UNAVAILABLE"), { code: "MODEL_UNAVAILABLE" }],
    [() => new AppError("OUT_OF_MEMORY"), { code: "OUT_OF_MEMORY" }],
    [() => Object.assign(new Error("full"), { code: "ENOSPC" }), { code: "ENOSPC" }],
    [abort, /stopped/, aborting.signal],
  ];
  for (const [fail, expected, signal] of ends) {
    const scene = await setUp(t, {
      memoryBytes: 1,
      onBatch: (batch) => {
        if (batch === 1) throw fail();
      },
      ...(signal === undefined ? {} : { signal }),
    });
    await assert.rejects(scene.run({ outputCount: 3 }), expected);
    assert.equal(scene.works.length, 2);
  }
});

test("what the client leaves out is the tier's, and files say what made them unless told not to", async (t) => {
  const { run, works, storage } = await setUp(t);
  const prompt = "a <barn> & \u0007 ünï";
  const [result] = await run({ tier: "max", input: { prompt, seed: 9, steps: 2, format: "webp" } });
  const [work] = works;
  assert.deepEqual([work?.steps, work?.guidanceScale, work?.width, work?.height], [2, 5, 64, 48]);
  assert.equal(result?.fileType, "image/webp");
  const { xmp } = await sharp(await storage.read(result?.fileKey ?? "")).metadata();
  const text = xmp?.toString() ?? "";
  for (const said of [
    "a &lt;barn&gt; &amp;  ünï",
    ">max<",
    "<clipmill:steps>2<",
    "trainedAlgorithmicMedia",
  ]) {
    assert.ok(text.includes(said), said);
  }
  const [bare] = await run({ outputCount: 2, input: { prompt, metadata: false } }).then((all) =>
    all.slice(1),
  );
  assert.equal((await sharp(await storage.read(bare?.fileKey ?? "")).metadata()).xmp, undefined);
});

test("an image is fetched by its URL, turned upright and brought to the size", async (t) => {
  const lying = { create: { width: 80, height: 40, channels: 3, background: "black" } } as const;
  const white = await sharp({ create: { ...lying.create, width: 40, background: "white" } })
    .png()
    .toBuffer();
  // White on the left, to be shown turned by 90° clockwise: white on top.
  const file = await sharp(lying)
    .composite([{ input: white, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const server = createServer((request, response) => {
    if (request.url === "/page") response.setHeader("content-type", "text/html");
    response.end(request.url === "/page" ? "<html>" : file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const { run, works } = await setUp(t);
  const source = (path: string) =>
    ({ image: { kind: "url", url: `http://127.0.0.1:${port}${path}` } }) as const;
  await run({ sources: source("/photo") });
  const initial = works[0]?.initial;
  assert.deepEqual([initial?.width, initial?.height, initial?.channels], [48, 64, 3]);
  assert.ok((initial?.pixels[0] ?? 0) > 200 && (initial?.pixels.at(-1) ?? 255) < 50);
  const other = await setUp(t);
  await assert.rejects(other.run({ sources: source("/page") }), {
    code: "SOURCE_UNREACHABLE",
    message: "The image's URL is a web page and not a file.",
  });
});
