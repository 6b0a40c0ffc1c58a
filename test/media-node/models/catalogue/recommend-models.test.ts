// What a machine should have: the choice follows what the catalogue says of its entries, and what is there.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { CATALOGUE } from "../../../../media-node/models/catalogue/catalogue.ts";
import { type Machine, recommendModels } from "../../../../media-node/models/catalogue/recommend-models.ts";
import type { FoundBundle } from "../../../../media-node/models/find-bundles.ts";
import { hubEntry } from "../../../support/models/model-hub.ts";

const SMALL: Machine = { cores: 1, memoryBytes: 1e9, gpuMemoryBytes: 0 };
const LAPTOP: Machine = { cores: 8, memoryBytes: 16e9, gpuMemoryBytes: 0 };
const SERVER: Machine = { cores: 32, memoryBytes: 128e9, gpuMemoryBytes: 24e9 };
const NOTHING = { bundles: [], speechModel: undefined };

function there(manifest: Partial<FoundBundle["manifest"]>): { bundles: Pick<FoundBundle, "manifest">[] } {
  const { kind, ...entry } = hubEntry({});
  return { bundles: [{ manifest: { ...entry, kind, version: "1", languages: [], files: [], ...manifest } }] };
}

function namesFor(machine: Machine, found: Parameters<typeof recommendModels>[1] = NOTHING): string[] {
  return recommendModels(machine, found, CATALOGUE).map(({ name }) => name);
}

test("each machine gets one model of a kind, the best that it can run, and none for research alone", () => {
  for (const machine of [SMALL, LAPTOP, SERVER]) {
    const chosen = recommendModels(machine, NOTHING, CATALOGUE);
    const kinds = chosen.map(({ kind }) => kind);
    assert.ok(
      ["speech-recognition", "voice-activity", "face-detection"].every((kind) =>
        kinds.includes(kind as never),
      ),
    );
    assert.equal(new Set(kinds).size, kinds.length);
    assert.equal(chosen.find(({ nonCommercial }) => nonCommercial)?.name, undefined);
  }
  assert.deepEqual(
    recommendModels(LAPTOP, NOTHING, CATALOGUE).map(({ kind }) => kind),
    ["speech-recognition", "voice-activity", "face-detection", "sentence-embedding", "audio-events"],
  );
});

test("memory, cores and a GPU decide which model of a kind it is", () => {
  const speechOf = (machine: Machine) => namesFor(machine).find((name) => /^(?:parakeet|whisper)/.test(name));
  assert.equal(speechOf(SMALL), "whisper-base-q4");
  assert.equal(speechOf(LAPTOP), "parakeet-tdt-0.6b-v3-int8");
  assert.equal(speechOf(SERVER), "parakeet-tdt-0.6b-v3");
  assert.ok(namesFor(LAPTOP).includes("ast-audioset-int8"));
  assert.ok(!namesFor({ ...LAPTOP, cores: 2 }).some((name) => name.startsWith("ast-")));
  assert.ok(namesFor({ ...SERVER, cores: 2 }).includes("ast-audioset"));
});

test("what is there already, or something at least as good of its kind, is not recommended", () => {
  const speech = { kind: "speech-recognition", family: "own" } as const;
  const isAsked = (priority: number): boolean =>
    namesFor(LAPTOP, { ...there({ ...speech, priority }), speechModel: undefined }).includes(
      "parakeet-tdt-0.6b-v3-int8",
    );
  assert.deepEqual([isAsked(100), isAsked(890), isAsked(950)], [true, false, false]);
  const installed = there({ ...speech, name: "parakeet-tdt-0.6b-v3-int8", priority: 1 });
  assert.ok(
    !namesFor(LAPTOP, { ...installed, speechModel: undefined }).includes("parakeet-tdt-0.6b-v3-int8"),
  );
});

test("a built-in model of a family that does as well makes an entry needless, whatever its priority", () => {
  for (const [kind, family, name] of [
    ["voice-activity", "silero", "silero-vad"],
    ["face-detection", "blazeface", "yunet-dynamic"],
  ] as const) {
    const found = { ...there({ kind, family, priority: 1 }), speechModel: undefined };
    assert.ok(!namesFor(LAPTOP, found).includes(name), name);
    const other = { ...there({ kind, family: "other", priority: 1 }), speechModel: undefined };
    assert.ok(namesFor(LAPTOP, other).includes(name), name);
  }
});

test("where the operator has named a speech model, no other is recommended: none would be used", () => {
  const kinds = recommendModels(LAPTOP, { bundles: [], speechModel: "whisper-small" }, CATALOGUE).map(
    ({ kind }) => kind,
  );
  assert.ok(!kinds.includes("speech-recognition"));
  assert.ok(kinds.includes("voice-activity"));
});

test("the guide tells of every model that may be recommended", async () => {
  const guide = await readFile("deploy/models.md", "utf8");
  const section = guide.slice(guide.indexOf("## What is recommended"), guide.indexOf("## The catalogue"));
  for (const { name, recommended } of CATALOGUE) {
    assert.equal(section.includes(`| \`${name}\` |`), recommended !== undefined, name);
  }
});
