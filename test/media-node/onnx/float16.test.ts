import assert from "node:assert/strict";
import { test } from "node:test";
import { fromFloat16, toFloat16 } from "../../../media-node/onnx/float16.ts";

test("every half-precision number comes back as it was", () => {
  const bits = Uint16Array.from({ length: 65_536 }, (_, index) => index).filter(
    (half) => (half & 0x7c00) !== 0x7c00 || (half & 0x3ff) === 0,
  );
  assert.deepEqual(toFloat16(fromFloat16(bits)), bits);
});

test("known values have their IEEE 754 bits", () => {
  const values = Float32Array.of(0, -0, 1, -2, 65_504, 2 ** -14, 2 ** -24, 1 / 3, Number.NEGATIVE_INFINITY);
  const bits = [0, 0x8000, 0x3c00, 0xc000, 0x7bff, 0x0400, 0x0001, 0x3555, 0xfc00];
  assert.deepEqual([...toFloat16(values)], bits);
});

test("values between two halves go to the nearest, ties to the even one", () => {
  const step = 2 ** -10;
  const values = Float32Array.of(
    1 + step / 2,
    1 + 1.5 * step,
    1 + 0.51 * step,
    2 ** -25,
    1.5 * 2 ** -24,
    65_519,
  );
  assert.deepEqual([...toFloat16(values)], [0x3c00, 0x3c02, 0x3c01, 0, 2, 0x7bff]);
});

test("what is too large is infinite, and what is no number stays none", () => {
  assert.deepEqual([...toFloat16(Float32Array.of(65_520, -1e9))], [0x7c00, 0xfc00]);
  assert.ok(Number.isNaN(fromFloat16(toFloat16(Float32Array.of(Number.NaN)))[0]));
});
