// Tables are a stranger's bytes: whatever stands in them, the only failure is that the film cannot be read in ranges.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, type TestContext, test } from "node:test";
import fc from "fast-check";
import { neededBytes } from "../../../../media-node/source/ranges/byte-ranges.ts";
import { copiedMovie } from "../../../../media-node/source/ranges/copied-movie.ts";
import { findMovie } from "../../../../media-node/source/ranges/find-movie.ts";
import {
  type Box,
  NotReadableInRanges,
  readBoxes,
  writeBox,
} from "../../../../media-node/source/ranges/iso-boxes.ts";
import { neededSamples } from "../../../../media-node/source/ranges/needed-samples.ts";
import { readMovie } from "../../../../media-node/source/ranges/read-movie.ts";
import { makeFilm } from "../../../support/media-node/sources/ranged-films.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let film: Buffer;

before(async (t) => {
  const folder = await temporaryFolder(t as TestContext);
  await makeFilm(folder, [
    ...["-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=6", "-f", "lavfi", "-i", "sine=d=6:sample_rate=8000"],
    ...["-c:v", "libx264", "-bf", "2", "-g", "10", "-c:a", "pcm_s16le", "-movflags", "faststart", "film.mov"],
  ]);
  film = await readFile(`${folder}/film.mov`);
});

/** Plans a copy of a stretch. @throws NotReadableInRanges */
async function plan(bytes: Buffer): Promise<number> {
  const { moov } = await findMovie(bytes.length, async ({ start, end }) => bytes.subarray(start, end));
  const movie = readMovie(moov);
  const needed = neededSamples(movie, { startS: 1, endS: 2 });
  neededBytes(movie, needed, bytes.length);
  return copiedMovie(moov, movie, needed, bytes.length).length;
}

async function planned(bytes: Buffer): Promise<"planned" | "refused"> {
  try {
    await plan(bytes);
    return "planned";
  } catch (error) {
    assert.ok(error instanceof NotReadableInRanges, `${String(error)}\n${(error as Error).stack}`);
    return "refused";
  }
}

test("the film that is damaged below is one that can be planned", async () => {
  assert.ok((await plan(film)) > 1_000);
});

test("damaged tables are refused, or planned within bounds", async () => {
  const tablesEnd = film.indexOf("mdat");
  const ends = new Set<string>();
  const damage = fc.record({
    at: fc.nat(tablesEnd),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      fc.constantFrom([0, 0, 0, 0], [255, 255, 255, 255], [127, 255, 255, 255], [0, 0, 0, 1]),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 6 }), async (damages) => {
      const bytes = Buffer.from(film);
      for (const { at, bytes: put } of damages) bytes.set([...put], Math.min(at, bytes.length - put.length));
      ends.add(await planned(bytes));
    }),
    { numRuns: 1_500 },
  );
  assert.deepEqual([...ends].sort(), ["planned", "refused"]);
});

/** The film's tables with another reference to where the samples of each track lie. */
async function withReference(reference: Buffer): Promise<Box> {
  const { moov } = await findMovie(film.length, async ({ start, end }) => film.subarray(start, end));
  const containers = new Set(["moov", "trak", "mdia", "minf", "dinf"]);
  const changed = ({ type, bytes, payload }: Box): Buffer => {
    if (containers.has(type)) return writeBox(type, readBoxes(payload).map(changed));
    return type === "dref" ? writeBox(type, [Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), reference]) : bytes;
  };
  const [box] = readBoxes(changed(moov));
  assert.ok(box !== undefined);
  return box;
}

test("a track whose samples are said to lie in another file is refused, whatever the flag beside it says", async () => {
  const isOwn = Buffer.from([0, 0, 0, 1]);
  for (const type of ["url ", "alis"]) {
    assert.equal(readMovie(await withReference(writeBox(type, [isOwn]))).tracks.length, 2);
  }
  const alias = writeBox("alis", [isOwn, Buffer.alloc(200, "film\nNo space left on device\n")]);
  const reference = await withReference(alias);
  assert.throws(() => readMovie(reference), NotReadableInRanges);
});

test("counts that no table could hold make nothing of their size", async () => {
  const before = process.memoryUsage().arrayBuffers;
  for (const type of ["stts", "stsc", "stsz", "stco", "stss", "ctts", "elst", "dref", "stsd"]) {
    for (let at = film.indexOf(type); at !== -1; at = film.indexOf(type, at + 4)) {
      for (const shift of [8, 12]) {
        const bytes = Buffer.from(film);
        bytes.writeUInt32BE(0xffff_fff0, at + shift);
        await planned(bytes);
      }
    }
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 256 * 2 ** 20);
});

test("a file that is cut anywhere, or no film at all, is refused", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(film.length - 1), async (length) => {
      assert.equal(await planned(film.subarray(0, length)), "refused");
    }),
    { numRuns: 300 },
  );
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      assert.equal(await planned(Buffer.from(bytes)), "refused");
    }),
    { numRuns: 300 },
  );
});
