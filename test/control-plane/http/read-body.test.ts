import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { readJsonBody } from "../../../control-plane/http/read-body.ts";
import { BodyRoom } from "../../../control-plane/http/wire/body-room.ts";

const HEADERS = { "content-type": "application/json", "transfer-encoding": "chunked" };
const PLENTY = new BodyRoom({ bytes: 1_000, bytesPerHolder: 1_000 });
const NEVER = new AbortController().signal;

test("a body that does not arrive in time is given up, however it trickles", async () => {
  const stream = new PassThrough();
  const trickle = setInterval(() => stream.write(" "), 5);
  await assert.rejects(readJsonBody(HEADERS, stream, NEVER, { timeoutMs: 60, place: PLENTY.open("any") }), {
    code: "REQUEST_TIMEOUT",
  });
  clearInterval(trickle);
});

test("a client that goes away ends the reading with that reason", async () => {
  const gone = new AbortController();
  const reading = readJsonBody(HEADERS, new PassThrough(), gone.signal, { place: PLENTY.open("any") });
  gone.abort(new Error("gone"));
  await assert.rejects(reading, { message: "gone" });
});

test("a body that comes in pieces cut through characters is read whole", async () => {
  const stream = new PassThrough();
  const reading = readJsonBody(HEADERS, stream, NEVER, { place: PLENTY.open("any") });
  for (const byte of Buffer.from('{"clip":"日本 🎬"}')) stream.write(Buffer.from([byte]));
  stream.end();
  assert.deepEqual(await reading, { clip: "日本 🎬" });
});

/** A body of which ten bytes have come, and no more do. */
function heldBody(room: BodyRoom, holder: string, peer?: string) {
  const stream = new PassThrough();
  const reading = readJsonBody(HEADERS, stream, NEVER, { place: room.open(holder, peer) });
  stream.write('["123456",');
  return { stream, reading };
}

test("bodies that are held back have a bound together, and one holder's a smaller one", async () => {
  const room = new BodyRoom({ bytes: 39, bytesPerHolder: 24 });
  const [first, second] = [heldBody(room, "one"), heldBody(room, "one")];
  await assert.rejects(heldBody(room, "one").reading, { code: "UNAVAILABLE" });
  const other = heldBody(room, "other");
  await assert.rejects(heldBody(room, "third").reading, { code: "UNAVAILABLE" });
  first.stream.end("1]");
  assert.deepEqual(await first.reading, ["123456", 1]);
  const next = heldBody(room, "third");
  for (const { stream } of [second, other, next]) stream.end("1]");
  for (const { reading } of [second, other, next]) await reading;
  assert.equal(room.takenBytes, 0);
});

test("bodies of one peer have a bound, whomever it says that they are of", async () => {
  const room = new BodyRoom({ bytes: 100, bytesPerHolder: 20, bytesPerPeer: 29 });
  const held = (holder: string, peer: string) => heldBody(room, holder, peer);
  const first = [held("one", "peer"), held("two", "peer")];
  await assert.rejects(held("three", "peer").reading, { code: "UNAVAILABLE" });
  const other = held("three", "another");
  for (const { stream } of [...first, other]) stream.end("1]");
  for (const { reading } of [...first, other]) await reading;
  assert.equal(room.takenBytes, 0);
});

test("a body that is not taken leaves its room", async () => {
  const room = new BodyRoom({ bytes: 30, bytesPerHolder: 30 });
  const late = heldBody(room, "one");
  const broken = heldBody(room, "one");
  broken.stream.end("no JSON");
  await assert.rejects(broken.reading, { code: "INVALID_REQUEST" });
  late.stream.destroy(new Error("gone"));
  await assert.rejects(late.reading, { message: "gone" });
  const large = readJsonBody(HEADERS, PassThrough.from([Buffer.alloc(9), Buffer.alloc(9)]), NEVER, {
    maxBytes: 10,
    place: room.open("one"),
  });
  await assert.rejects(large, { code: "BODY_TOO_LARGE" });
  assert.equal(room.takenBytes, 0);
});
