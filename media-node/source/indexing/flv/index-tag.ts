// The index of an FLV file as ffmpeg and players know it: a tag of a script's data in AMF 0 ("Action Message Format")
// that tells when key frames are shown, and where their tags stand.
import type { KeyFrame } from "./key-frames.ts";

const SCRIPT = 18;
const TAG_HEAD_BYTES = 11;
const TAIL_BYTES = 4;
const NUMBER = 0;
const STRING = 2;
const OBJECT = 3;
const MAP = 8;
const ARRAY = 10;
const OBJECT_END = Buffer.from([0, 0, 9]);
const NUMBER_BYTES = 9;
const KEY_FRAMES = "keyframes";
const OTHER_KEY_FRAMES = "otherkeys";

function name(text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([length, Buffer.from(text, "latin1")]);
}

/** Takes the index out of what a file tells of itself: ffmpeg believes the first that it finds. Nothing else moves. */
export function withoutIndex(beginning: Buffer): Buffer {
  const renamed = Buffer.from(beginning);
  const at = renamed.indexOf(name(KEY_FRAMES));
  if (at >= 0) name(OTHER_KEY_FRAMES).copy(renamed, at);
  return renamed;
}

function numbers(values: readonly number[]): Buffer {
  const array = Buffer.alloc(5 + NUMBER_BYTES * values.length);
  array.writeUInt8(ARRAY);
  array.writeUInt32BE(values.length, 1);
  for (const [index, value] of values.entries()) {
    const at = 5 + NUMBER_BYTES * index;
    array.writeUInt8(NUMBER, at);
    array.writeDoubleBE(value, at + 1);
  }
  return array;
}

function withMoved(keyFrames: readonly KeyFrame[], movedBytes: number): Buffer {
  const body = Buffer.concat([
    ...[Buffer.from([STRING]), name("onMetaData")],
    ...[Buffer.from([MAP, 0, 0, 0, 1]), name(KEY_FRAMES), Buffer.from([OBJECT])],
    ...[name("times"), numbers(keyFrames.map(({ fromS }) => fromS))],
    ...[name("filepositions"), numbers(keyFrames.map(({ position }) => position + movedBytes))],
    ...[OBJECT_END, OBJECT_END],
  ]);
  const tag = Buffer.alloc(TAG_HEAD_BYTES + body.length + TAIL_BYTES);
  tag.writeUInt8(SCRIPT);
  tag.writeUIntBE(body.length, 1, 3);
  body.copy(tag, TAG_HEAD_BYTES);
  tag.writeUInt32BE(TAG_HEAD_BYTES + body.length, TAG_HEAD_BYTES + body.length);
  return tag;
}

/** The tag that tells of key frames, all of which stand behind it and are moved by its length. */
export function indexTag(keyFrames: readonly KeyFrame[]): Buffer {
  return withMoved(keyFrames, withMoved(keyFrames, 0).length);
}
