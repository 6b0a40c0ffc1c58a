// IEEE 754 half precision as its bits, which is how ONNX Runtime hands over float16 tensors; this Node has no
// Float16Array.
import { roundHalfEven } from "../signal/round-half-even.ts";

/** Values of half-precision bits. */
export function fromFloat16(bits: Uint16Array): Float32Array {
  const values = new Float32Array(bits.length);
  for (let index = 0; index < bits.length; index += 1) {
    const half = bits[index] as number;
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 31;
    const fraction = half & 1023;
    if (exponent === 31) values[index] = fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    else if (exponent === 0) values[index] = sign * fraction * 2 ** -24;
    else values[index] = sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  }
  return values;
}

/** Values from here on round to infinity. */
const OVERFLOW = 65_520;
const MIN_EXPONENT = -14;

function bitsOf(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (magnitude >= OVERFLOW) return sign | 0x7c00;
  const exponent = Math.max(MIN_EXPONENT, Math.floor(Math.log2(magnitude)));
  const steps = roundHalfEven(magnitude * 2 ** (10 - exponent));
  // 1024 steps are the implicit one of a normal number; 2048 carry into the exponent, as they should.
  return sign | (((exponent - MIN_EXPONENT + 1) << 10) + steps - 1024);
}

/** Half-precision bits of values, rounded to the nearest, ties to even; what is too large becomes infinite. */
export function toFloat16(values: Float32Array): Uint16Array {
  const bits = new Uint16Array(values.length);
  for (let index = 0; index < values.length; index += 1) bits[index] = bitsOf(values[index] as number);
  return bits;
}
