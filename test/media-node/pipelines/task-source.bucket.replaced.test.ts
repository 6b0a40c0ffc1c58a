// What becomes of a run whose source in a bucket is replaced, or is gone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import {
  addressed,
  type BucketFilm,
  bucketFilm,
  fetched,
  isGet,
  KEY,
  RANGE,
} from "../../support/media-node/sources/film-in-bucket.ts";
import { NO_S3_SERVER } from "../../support/s3/s3-server.ts";

const skip = NO_S3_SERVER;
const REPLACED = {
  code: "SOURCE_UNREACHABLE",
  retryable: false,
  message: "The uploaded file was replaced after the task had been created.",
};

/** The same film with other pictures in it. */
function otherFilm({ film }: BucketFilm): Buffer {
  const other = Buffer.from(film);
  other.fill(0, 5_000, 100_000);
  return other;
}

/** Replaces the object before this answer, and lets none come until it is done. */
function replaceAt(count: number, made: BucketFilm): void {
  const { proxy, storage } = made;
  let state: "as it was" | "being replaced" | "replaced" = "as it was";
  proxy.fail((seen) => {
    if (!isGet(seen) || state === "replaced" || proxy.requests.filter(isGet).length < count) return undefined;
    if (state === "as it was") {
      state = "being replaced";
      void storage.write(KEY, otherFilm(made)).then(() => {
        state = "replaced";
      });
    }
    return { kind: "answer", status: 503, code: "SlowDown" };
  });
}

test("an object that is replaced between two ranges ends the job, and nothing is made of the mixture", {
  skip,
}, async (t) => {
  const made = await bucketFilm(t);
  replaceAt(3, made);
  await assert.rejects(
    fetched(made, async () => assert.fail("work was done")),
    REPLACED,
  );
});

test("an object that was replaced before its job began ends the job, read in parts or whole", {
  skip,
}, async (t) => {
  const made = await bucketFilm(t);
  await made.storage.write(KEY, otherFilm(made));
  for (const range of [RANGE, { startS: 0, endS: null }]) {
    await assert.rejects(
      fetched(made, async () => assert.fail("work was done"), range),
      REPLACED,
    );
  }
});

test("an object that is gone ends the job too", { skip }, async (t) => {
  const made = await bucketFilm(t);
  await made.storage.remove(KEY);
  await assert.rejects(
    fetched(made, async () => assert.fail("work was done")),
    {
      code: "SOURCE_UNREACHABLE",
      retryable: false,
      message: "The uploaded file is not there, or no longer.",
    },
  );
});

test("a film at an address of a bucket that is replaced between two ranges is read whole", {
  skip,
}, async (t) => {
  const made = addressed(await bucketFilm(t));
  replaceAt(3, made);
  await fetched(made, async (path) => {
    assert.ok((await readFile(path)).equals(otherFilm(made)));
  });
});
