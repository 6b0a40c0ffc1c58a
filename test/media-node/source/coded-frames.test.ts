import assert from "node:assert/strict";
import { test } from "node:test";
import { mayBeInterlaced } from "../../../media-node/source/coded-frames.ts";

const PROGRESSIVE = { index: 0, field_order: "progressive" };

test("codecs of broadcasts may be interlaced whatever their first frames are", () => {
  for (const codec of ["h264", "mpeg2video"]) {
    assert.ok(mayBeInterlaced({ ...PROGRESSIVE, codec_name: codec }, 50));
  }
});

test("what no broadcast has is not looked at for fields", () => {
  const stream = { ...PROGRESSIVE, codec_name: "h264" };
  assert.ok(!mayBeInterlaced(stream, 120));
  assert.ok(!mayBeInterlaced({ ...stream, side_data_list: [{ rotation: -90 }] }, 30));
});

test("other codecs are interlaced where the file says so", () => {
  assert.ok(mayBeInterlaced({ index: 0, codec_name: "prores", field_order: "tb" }, 25));
  assert.ok(!mayBeInterlaced({ ...PROGRESSIVE, codec_name: "prores" }, 25));
  assert.ok(!mayBeInterlaced({ index: 0, codec_name: "vp9" }, 25));
});
