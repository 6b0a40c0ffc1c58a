// Writes that a service refuses because of what stands under the key, or of what else is done to it.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { test } from "node:test";
import { MIB } from "../../../../shared/limits/units.ts";
import type { S3Storage } from "../../../../shared/storage/s3/s3-storage.ts";
import { JOINED_TAG, type Refusal, scriptedService } from "../../../support/s3/scripted-service.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const KEY = "uploads/a/u1";
const AWAY = { name: "StorageUnavailable", code: "UNAVAILABLE" };
const CONFLICT: Refusal = { status: 409, code: "ConditionalRequestConflict" };
const UNKNOWN: Refusal = { status: 501, code: "NotImplemented" };
const TAKEN: Refusal = { status: 412, code: "PreconditionFailed" };

const join = ({ parts }: S3Storage): Promise<boolean> => parts.join(KEY, "u1", [{ number: 1, sizeBytes: 5 }]);
const write = (storage: S3Storage): Promise<boolean> =>
  storage.putStream(KEY, Readable.from([Buffer.from("hello")]), 5);

test("a join that another operation on the key is in the way of removes no parts, and may be asked for again", async (t) => {
  let conflicts = 1;
  const service = await scriptedService(t, () => (conflicts-- > 0 ? CONFLICT : undefined));
  await assert.rejects(join(service.storage), AWAY);
  assert.deepEqual(service.asked, ["join where nothing stands"]);
  assert.equal(await join(service.storage), true);
});

test("a join that is refused because the same parts were joined meanwhile is done", async (t) => {
  for (const refusal of [CONFLICT, TAKEN]) {
    const service = await scriptedService(t, (_name, meanwhile) => {
      meanwhile.tag = JOINED_TAG;
      return refusal;
    });
    assert.equal(await join(service.storage), true);
  }
});

test("a join whose answer is lost is done where the service's own keys make the tag say nothing of the content", async (t) => {
  const lost: Refusal = { status: 503, code: "SlowDown" };
  for (const count of [1, 2]) {
    let joins = 0;
    const service = await scriptedService(t, (_name, meanwhile) => {
      joins += 1;
      meanwhile.tag = `0f1e2d3c4b5a69788796a5b4c3d2e1f0-${count}`;
      meanwhile.hasUpload = false;
      return joins === 1 ? lost : TAKEN;
    });
    assert.equal(await join(service.storage), count === 1, "an object of as many parts");
    assert.equal(joins, 2);
  }
});

test("a file's join whose answer is lost is done where something of as many parts stands there that did not before", async (t) => {
  const file = `${await temporaryFolder(t)}/video.mp4`;
  for (const { before, after, isDone } of [
    { before: null, after: "0f1e2d3c4b5a69788796a5b4c3d2e1f0-2", isDone: true },
    {
      before: "4b5a69788796a5b4c3d2e1f00f1e2d3c-2",
      after: "0f1e2d3c4b5a69788796a5b4c3d2e1f0-2",
      isDone: true,
    },
    {
      before: "0f1e2d3c4b5a69788796a5b4c3d2e1f0-2",
      after: "0f1e2d3c4b5a69788796a5b4c3d2e1f0-2",
      isDone: false,
    },
    { before: null, after: "0f1e2d3c4b5a69788796a5b4c3d2e1f0-3", isDone: false },
  ]) {
    const service = await scriptedService(t, (_name, meanwhile) => {
      meanwhile.tag = after;
      return { status: 404, code: "NoSuchUpload" };
    });
    service.tag = before;
    await writeFile(file, Buffer.alloc(9 * MIB));
    const stored = service.storage.putFile("tasks/a/clips/b/video.mp4", file);
    await (isDone ? stored : assert.rejects(stored, { code: "NOT_FOUND" }));
  }
});

test("an object of as many parts with another tag is other content as long as the upload is there", async (t) => {
  const service = await scriptedService(t, (_name, meanwhile) => {
    meanwhile.tag = "0f1e2d3c4b5a69788796a5b4c3d2e1f0-1";
    return TAKEN;
  });
  assert.equal(await join(service.storage), false);
});

test("a join that is refused because other content came meanwhile leaves that, and no parts", async (t) => {
  for (const refusal of [CONFLICT, TAKEN]) {
    const service = await scriptedService(t, (_name, meanwhile) => {
      meanwhile.tag = "0cc175b9c0f1b6a831c399e269772661";
      return refusal;
    });
    assert.equal(await join(service.storage), false);
    assert.deepEqual(service.asked, ["join where nothing stands", "abandon"]);
  }
});

test("a write that another operation on the key is in the way of may be tried again: no other content is there", async (t) => {
  let conflicts = 1;
  const service = await scriptedService(t, () => (conflicts-- > 0 ? CONFLICT : undefined));
  await assert.rejects(write(service.storage), AWAY);
  assert.equal(await write(service.storage), true);
});

test("a service that does not know conditions joins and writes without, where nothing stands", async (t) => {
  for (const store of [join, write]) {
    const service = await scriptedService(t, (name) => (name.endsWith("stands") ? UNKNOWN : undefined));
    assert.equal(await store(service.storage), true);
    assert.deepEqual(service.asked.slice(0, 2), [`${store.name} where nothing stands`, store.name]);
  }
});
