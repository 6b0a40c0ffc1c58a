// What of a body waits for its reader.
import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonReply } from "../../../../control-plane/http/route.ts";
import { BodyBlocks } from "../../../../control-plane/http/wire/body-blocks.ts";
import { HTTP_LIMITS } from "../../../../shared/limits/requests.ts";
import { bareServer } from "../../../support/control-plane/http/bare-server.ts";
import { postHead, rawConnection } from "../../../support/control-plane/http/raw-http.ts";

const text = (piece: Buffer | undefined): string | undefined => piece?.toString();

test("what came one behind another is read as one piece, and stays as it was", () => {
  const blocks = new BodyBlocks();
  const chunk = Buffer.from("abc");
  blocks.add(chunk);
  chunk.fill("x");
  blocks.add(Buffer.from("de"));
  assert.equal(blocks.waitingBytes, 5);
  const first = blocks.take();
  blocks.add(Buffer.from("f"));
  assert.deepEqual([text(first), text(blocks.take()), blocks.take()], ["abcde", "f", undefined]);
  assert.equal(blocks.waitingBytes, 0);
});

test("a chunk for which a block has no room begins another one", () => {
  const blocks = new BodyBlocks();
  const long = Buffer.alloc(HTTP_LIMITS.bodyBufferBytes, "long");
  for (const chunk of [Buffer.from("a"), long, Buffer.from("b")]) blocks.add(chunk);
  const pieces = [blocks.take(), blocks.take(), blocks.take(), blocks.take()];
  assert.deepEqual(
    pieces.map((piece) => piece?.length),
    [1, long.length, 1, undefined],
  );
  assert.ok(pieces[1]?.equals(long));
});

test("a body is copied once on its way to its reader", async (t) => {
  const chunkBytes = 40_000;
  const chunks = Math.floor(HTTP_LIMITS.bodyBufferBytes / chunkBytes);
  const server = await bareServer(t, {
    body: "stream",
    handle: async ({ stream }) => {
      const pieces: Buffer[] = [];
      for await (const piece of stream) pieces.push(piece as Buffer);
      const memories = new Set(pieces.map(({ buffer }) => buffer));
      const content = Buffer.concat(pieces).toString();
      return jsonReply(200, "Read", { content: content.length, memories: memories.size });
    },
  });
  const client = await rawConnection(t, server.url);
  client.send(postHead("/test", "", chunks * chunkBytes));
  for (let chunk = 0; chunk < chunks; chunk += 1) client.send("x".repeat(chunkBytes));
  assert.match(await client.waitFor(/\}\}?$/), new RegExp(`"content":${chunks * chunkBytes},"memories":1}`));
});
