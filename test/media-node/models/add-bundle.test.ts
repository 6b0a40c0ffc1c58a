// Models carried in by hand: every form that is accepted, and why others are not.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { CATALOGUE } from "../../../media-node/models/catalogue/catalogue.ts";
import { readBundle } from "../../../media-node/models/model-bundle.ts";
import { readImageInput } from "../../../media-node/senses/image-text/image-text-settings.ts";
import { readWhisperConfiguration } from "../../../media-node/speech/whisper/whisper-configuration.ts";
import { adding } from "../../support/models/adding-bundles.ts";
import { carriedFolder, WHISPER_FOLDER } from "../../support/models/carried-folder.ts";
import { hubEntry, sha256 } from "../../support/models/model-hub.ts";
import { sharedData } from "../../support/shared-data.ts";

const WEIGHTS = Buffer.from("the only file of a model");
const PAIR = { "config.json": Buffer.from("{}"), "model.onnx": Buffer.from("one of two files") };

test("a single file is known by its SHA-256, whatever its name", async (t) => {
  const entry = hubEntry({ "right-name.onnx": WEIGHTS });
  const { add, carried, modelsDir } = await adding(t, [entry]);
  const folder = await carriedFolder(carried("files"), { "wrong-name.bin": WEIGHTS });
  const added = await add(join(folder, "wrong-name.bin"));
  assert.equal(added.folder, join(modelsDir, "test-model"));
  const { manifest } = await readBundle(added.folder);
  assert.deepEqual(manifest.files, [
    { path: "right-name.onnx", sizeBytes: WEIGHTS.length, sha256: sha256(WEIGHTS) },
  ]);
  assert.deepEqual(await readdir(modelsDir), ["test-model"]);
});

for (const [file, name] of [
  ["silero_vad.onnx", "silero-vad"],
  ["yunet_n_640_640.onnx", "yunet-640"],
  ["yunet_n_dynamic.onnx", "yunet-dynamic"],
] as const) {
  const { path, skip } = sharedData(`models/${file}`);
  test(`the published ${file} is taken as it is`, { skip }, async (t) => {
    const { add } = await adding(t, CATALOGUE);
    assert.equal((await add(path)).name, name);
  });
}

test("a file that nobody knows is refused with its hash and what is accepted", async (t) => {
  const { add, carried, modelsDir } = await adding(t, CATALOGUE);
  const folder = await carriedFolder(carried("files"), { "some.onnx": WEIGHTS });
  await assert.rejects(add(join(folder, "some.onnx")), {
    code: "INVALID_REQUEST",
    message: new RegExp(`SHA-256 ${sha256(WEIGHTS)}.*Accepted are: a folder with a manifest\\.json`),
  });
  await assert.rejects(add(join(folder, "none")), { message: /There is no .*none/ });
  await assert.rejects(readdir(modelsDir), { code: "ENOENT" });
});

test("one file of a model that has several is refused with the others' names", async (t) => {
  const { add, carried } = await adding(t, [hubEntry(PAIR)]);
  const folder = await carriedFolder(carried("files"), { "model.onnx": PAIR["model.onnx"] });
  await assert.rejects(add(join(folder, "model.onnx")), {
    message: /is one file of test-model: add a folder that has all of config\.json, model\.onnx/,
  });
});

test("a folder of a catalogue's model is known by its files, and gets the catalogue's description", async (t) => {
  const { add, carried } = await adding(t, [hubEntry(PAIR)]);
  const folder = await carriedFolder(carried("whatever"), { ...PAIR, "notes.txt": "not a part of it" });
  const { manifest } = await add(folder);
  assert.deepEqual(
    [manifest.name, manifest.title, manifest.priority],
    ["test-model", "A model for tests", 7],
  );
  assert.deepEqual(
    manifest.files.map(({ path }) => path),
    ["config.json", "model.onnx"],
  );
});

test("a folder with the name of a model that nobody has pinned is taken for that model", async (t) => {
  const { add, carried } = await adding(t, [hubEntry(PAIR, { pinned: false })]);
  assert.equal((await add(await carriedFolder(carried("test-model"), PAIR))).name, "test-model");
  assert.equal((await add(await carriedFolder(carried("other"), PAIR), "test-model")).name, "test-model");
  await assert.rejects(add(await carriedFolder(carried("further"), PAIR)), {
    message: /no model that is known/,
  });
});

test("a folder that is called a model of the catalogue and is another is refused", async (t) => {
  const { add, carried } = await adding(t, [hubEntry(PAIR)]);
  const other = { ...PAIR, "model.onnx": Buffer.from("two of two files") };
  await assert.rejects(add(await carriedFolder(carried("folder"), other), "test-model"), {
    message: /is not test-model as the catalogue has it: model\.onnx is another file/,
  });
});

test("a Whisper folder of the hub is recognized, with one pair of networks and their weights", async (t) => {
  const { add, carried } = await adding(t, CATALOGUE);
  const { manifest } = await add(await carriedFolder(carried("My Whisper"), WHISPER_FOLDER));
  const { name, kind, family, speech, priority, languages } = manifest;
  assert.deepEqual([name, kind, family], ["my-whisper", "speech-recognition", "whisper"]);
  assert.deepEqual([speech, priority], [{ melBins: 80 }, 444]);
  assert.ok(languages?.includes("de"));
  assert.deepEqual(manifest.files.map(({ path }) => path).sort(), [
    "config.json",
    "generation_config.json",
    "onnx/decoder_model_merged_q4.onnx",
    "onnx/encoder_model.onnx",
    "onnx/encoder_model.onnx_data",
    "preprocessor_config.json",
    "tokenizer.json",
  ]);
});

test("of two models that were added under one name each has a version of its own, which kept transcripts go by", async (t) => {
  const { add, carried } = await adding(t, CATALOGUE);
  const versionOf = async (folder: string, weights: string): Promise<string> => {
    const files = { ...WHISPER_FOLDER, "onnx/encoder_model.onnx": Buffer.from(weights) };
    return (await add(await carriedFolder(carried(folder), files), "my-whisper")).manifest.version;
  };
  const version = await versionOf("first", "as trained");
  assert.notEqual(await versionOf("second", "as trained further"), version);
  assert.equal(await versionOf("third", "as trained"), version);
});

test("a Whisper folder without a decoder is refused with the file's name", async (t) => {
  const { add, carried } = await adding(t, CATALOGUE);
  const { "onnx/decoder_model_merged_q4.onnx": _, ...others } = WHISPER_FOLDER;
  await assert.rejects(add(await carriedFolder(carried("whisper"), others)), {
    message: /has no decoder_model_merged\.onnx, which the model needs/,
  });
});

test("a Whisper folder that could not be opened is refused with the setting that it lacks and where to take it", async (t) => {
  const { add, carried } = await adding(t, CATALOGUE);
  const { no_timestamps_token_id: _, ...saved } = WHISPER_FOLDER["generation_config.json"];
  const trained = { ...WHISPER_FOLDER, "generation_config.json": saved };
  await assert.rejects(add(await carriedFolder(carried("trained"), trained)), {
    code: "INVALID_REQUEST",
    message:
      /generation_config\.json does not .*: \/no_timestamps_token_id is required\. Take generation_config\.json from/,
  });
  const { lang_to_id: ___, ...nameless } = WHISPER_FOLDER["generation_config.json"];
  const mute = { ...WHISPER_FOLDER, "generation_config.json": nameless };
  await assert.rejects(add(await carriedFolder(carried("mute"), mute)), {
    message: /: \/lang_to_id is required of a multilingual model\. Take generation_config\.json from/,
  });
  const { decoder_layers: __, ...config } = WHISPER_FOLDER["config.json"];
  await assert.rejects(
    add(await carriedFolder(carried("config"), { ...WHISPER_FOLDER, "config.json": config })),
    {
      code: "INVALID_REQUEST",
      message: /config\.json does not .*: \/decoder_layers is required\.$/,
    },
  );
});

test("a Whisper folder is taken for English only where opening does", async (t) => {
  const { add, carried } = await adding(t, CATALOGUE);
  const generation = WHISPER_FOLDER["generation_config.json"];
  const { is_multilingual: _, ...silent } = generation;
  const { lang_to_id: __, ...nameless } = silent;
  for (const [name, settings, isEnglish] of [
    ["named", generation, false],
    ["silent", silent, false],
    ["nameless", nameless, true],
    ["denied", { ...generation, is_multilingual: false }, true],
  ] as const) {
    const files = { ...WHISPER_FOLDER, "generation_config.json": settings };
    const { folder, manifest } = await add(await carriedFolder(carried(name), files));
    assert.equal(manifest.languages?.join() === "en", isEnglish, name);
    assert.equal((await readWhisperConfiguration(folder)).languages === undefined, isEnglish, name);
  }
});

test("a folder of the hub with an Audio Spectrogram Transformer is recognized", async (t) => {
  const { add, carried } = await adding(t, CATALOGUE);
  const folder = await carriedFolder(carried("My-AST"), {
    "config.json": { model_type: "audio-spectrogram-transformer", id2label: { 0: "Speech", 1: "Laughter" } },
    "preprocessor_config.json": {},
    "README.md": "Not a part of the model.",
    "onnx/model.onnx": "network",
    "onnx/model_quantized.onnx": "a smaller network",
  });
  const { name, kind, family, title, files } = (await add(folder)).manifest;
  assert.deepEqual([name, kind, family], ["my-ast", "audio-events", "ast"]);
  assert.match(title, /2 classes/);
  assert.deepEqual(files.map(({ path }) => path).sort(), [
    "config.json",
    "onnx/model.onnx",
    "preprocessor_config.json",
  ]);
});

for (const family of ["clip", "siglip"] as const) {
  test(`a folder of the hub with ${family} is recognized by its two networks, and refused without one`, async (t) => {
    const { add, carried } = await adding(t, CATALOGUE);
    const settings = {
      "config.json": { model_type: family },
      // As the library's newer processors save it, which write null for what their class does not set.
      "preprocessor_config.json": {
        crop_size: null,
        do_center_crop: null,
        do_normalize: null,
        do_rescale: null,
        image_mean: [0.5, 0.5, 0.5],
        image_std: [0.5, 0.5, 0.5],
        rescale_factor: null,
        size: { height: 224, width: 224 },
      },
      "tokenizer.json": {},
      "tokenizer_config.json": {},
      "vocab.json": {},
      "onnx/model.onnx": "both in one",
      "onnx/text_model_quantized.onnx": "text",
    };
    const whole = {
      ...settings,
      "onnx/vision_model.onnx": "images",
      "onnx/vision_model_fp16.onnx": "half",
    };
    const { folder, manifest } = await add(await carriedFolder(carried("model"), whole));
    assert.deepEqual(await readImageInput(folder), {
      scaledTo: { width: 224, height: 224 },
      cropTo: null,
      rescale: 1 / 255,
      mean: [0.5, 0.5, 0.5],
      deviation: [0.5, 0.5, 0.5],
    });
    assert.deepEqual([manifest.kind, manifest.family], ["image-text", family]);
    assert.deepEqual(manifest.files.map(({ path }) => path).sort(), [
      ...["config.json", "onnx/text_model_quantized.onnx", "onnx/vision_model.onnx"],
      ...["preprocessor_config.json", "tokenizer.json", "tokenizer_config.json"],
    ]);
    await assert.rejects(add(await carriedFolder(carried("half"), settings)), {
      message: /has no vision_model\.onnx, which the model needs/,
    });
    await assert.rejects(
      add(await carriedFolder(carried("mute"), { ...whole, "preprocessor_config.json": {} })),
      {
        message:
          /preprocessor_config\.json does not say .*: \/size is required\. \/image_mean is required\. \/image_std is required\.$/,
      },
    );
  });
}

test("CTC and TDT folders of onnx-asr are recognized, and other decoders refused", async (t) => {
  const { add, carried } = await adding(t, CATALOGUE);
  const vocabulary = { "vocab.txt": "a 0\n<blk> 1\n" };
  const ctc = await carriedFolder(carried("ctc"), {
    ...vocabulary,
    "config.json": { model_type: "nemo-conformer-ctc", features_size: 80, subsampling_factor: 4 },
    "model.int8.onnx": "network",
  });
  assert.deepEqual((await add(ctc)).manifest.speech, { melBins: 80, subsampling: 4 });
  const tdt = await carriedFolder(carried("tdt"), {
    ...vocabulary,
    "config.json": { model_type: "nemo-conformer-tdt", features_size: 128, subsampling_factor: 8 },
    "encoder-model.onnx": "network",
    "encoder-model.onnx.data": "weights",
    "decoder_joint-model.onnx": "network",
  });
  const { manifest } = await add(tdt, "my-parakeet");
  assert.deepEqual([manifest.name, manifest.family], ["my-parakeet", "nemo-tdt"]);
  assert.equal(manifest.files.length, 5);
  const canary = await carriedFolder(carried("canary"), {
    ...vocabulary,
    "config.json": { model_type: "nemo-conformer-aed" },
  });
  await assert.rejects(add(canary), { message: /an? aed decoder; only CTC and TDT decoders are run/ });
});

test("a name that could not be a folder's is refused", async (t) => {
  const { add, carried } = await adding(t);
  const folder = await carriedFolder(carried("whisper"), WHISPER_FOLDER);
  for (const name of ["../up", "Upper", "", "a/b"]) {
    await assert.rejects(add(folder, name), { message: /A model's name has lower-case letters/ });
  }
});
