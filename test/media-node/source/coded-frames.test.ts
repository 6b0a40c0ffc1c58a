import assert from "node:assert/strict";
import { test } from "node:test";
import { frameRateOfStream, mayBeInterlaced } from "../../../media-node/source/coded-frames.ts";

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

test("frames that were left out do not make a rate slower, and neither fields nor film make one faster", () => {
  const rateOf = (average: string, steps: string): number =>
    frameRateOfStream({ index: 0, avg_frame_rate: average, r_frame_rate: steps });
  assert.equal(rateOf("27/1", "30/1"), 30);
  assert.equal(rateOf("249/10", "30/1"), 30);
  assert.equal(rateOf("40/1", "60/1"), 60);
  assert.equal(rateOf("2958/100", "30000/1001"), 30_000 / 1_001);
  // Fields, film on television, a screen on which little happens, and steps of a clock that is finer than any frame.
  assert.equal(rateOf("25/1", "50/1"), 25);
  assert.equal(rateOf("24000/1001", "30000/1001"), 24_000 / 1_001);
  assert.equal(rateOf("7/1", "30/1"), 7);
  assert.equal(rateOf("27/1", "90000/1"), 27);
  assert.equal(rateOf("0/0", "30/1"), 30);
  assert.equal(frameRateOfStream({ index: 0 }), 25);
});
