import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodeMessage, MessageReader } from "../../../../media-node/onnx/devices/message-frames.ts";
import type { RawTensors } from "../../../../media-node/onnx/devices/raw-tensors.ts";
import { DEVICE_LIMITS } from "../../../../shared/limits/devices.ts";

interface Message {
  readonly id: number;
  readonly feeds: RawTensors;
}

function tensors(sizes: readonly number[]): RawTensors {
  return Object.fromEntries(
    sizes.map((size, index) => {
      const data = Uint8Array.from({ length: size }, (_, at) => (index * 31 + at) % 256);
      return [`t${index}`, { type: "uint8", dims: [size], data }] as const;
    }),
  );
}

test("messages come out as they went in, however the socket cuts them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.nat(40), { maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 60 }),
      (messages, chunkBytes) => {
        const sent = messages.map((sizes, id): Message => ({ id, feeds: tensors(sizes) }));
        const bytes = Buffer.concat(sent.flatMap((message) => encodeMessage(message, "feeds")));
        const read: Message[] = [];
        const reader = new MessageReader((message) => read.push(message as Message));
        for (let at = 0; at < bytes.length; at += chunkBytes)
          reader.push(bytes.subarray(at, at + chunkBytes));
        assert.deepEqual(read, sent);
        for (const { feeds } of read) {
          for (const { data } of Object.values(feeds))
            assert.equal(data.byteOffset % 8, 0, "usable as numbers");
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("a message without tensors is its header alone", () => {
  const read: unknown[] = [];
  const reader = new MessageReader((message) => read.push(message));
  for (const piece of encodeMessage({ id: 7, ok: false }, null)) reader.push(piece);
  assert.deepEqual(read, [{ id: 7, ok: false }]);
});

test("lengths beyond the bounds are refused by both sides", () => {
  const reader = new MessageReader(() => assert.fail("there is no message"));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(DEVICE_LIMITS.headerBytes + 1, 0);
  assert.throws(() => reader.push(lengths), RangeError);
  const id = "x".repeat(DEVICE_LIMITS.headerBytes);
  assert.throws(() => encodeMessage({ id }, null), RangeError);
});
