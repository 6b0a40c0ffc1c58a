// What a file's parts may not be: of other sizes or numbers than announced, or another account's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { uploadLink } from "../../../../control-plane/http/signed-links.ts";
import { type ApiReply, failureOf, TEST_SECRET } from "../../../support/control-plane/control-plane.ts";
import {
  contentOf,
  PART,
  type Part,
  partsScene,
  type Upload,
} from "../../../support/control-plane/part-uploads.ts";

test("a part of another size, or to another part's address, is refused", async (t) => {
  const { announce, put, read } = await partsScene(t);
  const upload = await announce();
  const [first, , third] = upload.parts as [Part, Part, Part];
  assert.equal(failureOf(await put(third.url, contentOf(first))), "400 INVALID_REQUEST");
  assert.equal(failureOf(await put(third.url, Buffer.alloc(999))), "400 INVALID_REQUEST");
  const chunked = { method: "PUT", body: new Blob([Buffer.alloc(999)]).stream(), duplex: "half" } as const;
  assert.equal((await fetch(third.url, chunked)).status, 400);
  const renumbered = third.url.replace("part=3", "part=2");
  assert.notEqual(renumbered, third.url);
  assert.equal(failureOf(await put(renumbered, contentOf(third))), "401 UNAUTHENTICATED");
  assert.deepEqual((await read(upload.upload_id)).received, []);
});

for (const [which, difference] of [
  [1, -1],
  [1, 1],
  [3, -1],
  [3, 1],
] as const)
  test(`part ${which} of 3 with ${difference} byte more than announced is refused, and is missing`, async (t) => {
    const { announce, put, read } = await partsScene(t);
    const upload = await announce();
    const { url, size_bytes: sizeBytes } = upload.parts[which - 1] as Part;
    const other = Buffer.alloc(sizeBytes + difference);
    const refused = await put(url, other);
    assert.equal(failureOf(refused), "400 INVALID_REQUEST");
    assert.match(refused.body.error?.message ?? "", new RegExp(`${sizeBytes} bytes, not ${other.length}`));
    // Without a word of its size beforehand.
    const chunked = { method: "PUT", body: new Blob([other]).stream(), duplex: "half" } as const;
    assert.equal((await fetch(url, chunked)).status, 400);
    assert.deepEqual((await read(upload.upload_id)).received, []);
  });

test("a number that names no part of the upload names nothing, though its address be signed", async (t) => {
  const { plane, announce, put, read } = await partsScene(t);
  const upload = await announce();
  const links = { publicUrl: plane.url, secrets: [TEST_SECRET] as const };
  for (const number of [0, -1, 4, 10_000, 10_001]) {
    const url = uploadLink(links, upload.s3_key, 60_000, number);
    assert.equal(failureOf(await put(url, Buffer.alloc(1_000))), "404 NOT_FOUND", `PUT of part ${number}`);
    assert.equal((await fetch(url, { method: "HEAD" })).status, 404, `HEAD of part ${number}`);
  }
  assert.deepEqual((await read(upload.upload_id)).received, []);
});

test("another account's upload, an unknown and a malformed one are told alike", async (t) => {
  const { plane, call, announce } = await partsScene(t);
  const { upload_id: id } = await announce();
  const stranger = await plane.account();
  const answers = new Set<string>();
  for (const other of [id, `upl_${"0".repeat(26)}`, "upl_1", "..%2f"]) {
    for (const [method, path] of [
      ["GET", `/${other}`],
      ["POST", `/${other}/complete`],
    ] as const) {
      const reply = await call(method, path, undefined, stranger.key);
      assert.equal(failureOf(reply), "404 NOT_FOUND", other);
      answers.add(reply.text);
    }
  }
  assert.equal(answers.size, 1);
});

test("parts of impossible sizes are refused by name", async (t) => {
  const { call } = await partsScene(t);
  const body = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 20 * 2 ** 30 };
  for (const size of [PART - 1, 2 ** 30 + 1, 0.5, "5"]) {
    const reply = await call("POST", "", { ...body, part_size_bytes: size });
    assert.equal(failureOf(reply), "400 INVALID_REQUEST");
    assert.equal(reply.body.error?.details?.[0]?.path, "/part_size_bytes");
  }
});

test("the largest file is announced in the smallest parts, and one byte more is not", async (t) => {
  const { call } = await partsScene(t);
  const announce = (sizeBytes: number): Promise<ApiReply> =>
    call("POST", "", {
      filename: "a.mp4",
      content_type: "video/mp4",
      size_bytes: sizeBytes,
      part_size_bytes: PART,
    });
  const maxBytes = 20 * 2 ** 30;
  const tooLarge = await announce(maxBytes + 1);
  assert.equal(failureOf(tooLarge), "400 INVALID_REQUEST");
  assert.equal(tooLarge.body.error?.details?.[0]?.path, "/size_bytes");
  const largest = await announce(maxBytes);
  // The disk of whoever runs this need not have the room.
  if (largest.status === 507) return assert.match(largest.body.error?.message ?? "", /no room/);
  const { parts } = largest.body.data as unknown as Upload;
  assert.deepEqual([largest.status, parts.length, parts.at(-1)?.size_bytes], [201, 4_096, PART]);
  assert.equal(new Set(parts.map(({ url }) => url)).size, 4_096);
});
