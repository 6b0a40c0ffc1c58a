// Raw high-dynamic-range frames whose light is known in nits, calculated from BT.2100 itself and not by the filters
// that are under test.

export type LinearRgb = readonly [red: number, green: number, blue: number];
export type HdrTransfer = "smpte2084" | "arib-std-b67";
/** With the transfer of usual screens (BT.1886): BT.2020 colours without high dynamic range. */
export type WideTransfer = HdrTransfer | "bt709";

/** Linear BT.709 to linear BT.2020 (BT.2087). */
const TO_2020 = [
  [0.6274, 0.3293, 0.0433],
  [0.0691, 0.9195, 0.0114],
  [0.0164, 0.088, 0.8956],
] as const;

/** Light in nits to a PQ signal. */
function pq(nits: number): number {
  const power = (nits / 10_000) ** 0.1593017578125;
  return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375;
}

/** Light on a display of 1,000 nits to an HLG signal; one channel at a time, which is exact for greys. */
function hlg(nits: number): number {
  const scene = (nits / 1_000) ** (1 / 1.2);
  return scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073;
}

/** Light as a share of white to the signal that a usual screen shows so. */
function sdr(share: number): number {
  return share ** (1 / 2.4);
}

/** 10-bit Y, Cb, Cr of a BT.709 colour (linear, 0 to 1) whose white has so many nits. */
function coded(
  color: LinearRgb,
  whiteNits: number,
  transfer: WideTransfer,
  isFullRange: boolean,
): [number, number, number] {
  const ofWhite = (nits: number): number => sdr(Math.max(0, nits / whiteNits));
  const encode = { smpte2084: pq, "arib-std-b67": hlg, bt709: ofWhite }[transfer];
  const [red = 0, green = 0, blue = 0] = TO_2020.map((row) =>
    encode(whiteNits * row.reduce((sum, share, channel) => sum + share * (color[channel] ?? 0), 0)),
  );
  const luma = 0.2627 * red + 0.678 * green + 0.0593 * blue;
  const chroma = [(blue - luma) / 1.8814, (red - luma) / 1.4746];
  const [black, lumaSteps, chromaSteps] = isFullRange ? [0, 1_023, 1_023] : [64, 876, 896];
  return [black + lumaSteps * luma, ...chroma.map((value) => 512 + chromaSteps * value)].map(Math.round) as [
    number,
    number,
    number,
  ];
}

/** One yuv420p10le frame of upright bars, equally wide; the size must be even. */
export function hdrBars(
  size: { width: number; height: number },
  bars: readonly LinearRgb[],
  whiteNits: number,
  transfer: WideTransfer,
  isFullRange = false,
): Buffer {
  const codes = bars.map((bar) => coded(bar, whiteNits, transfer, isFullRange));
  const planes = [0, 1, 2].map((plane) => {
    const [width, height] = plane === 0 ? [size.width, size.height] : [size.width / 2, size.height / 2];
    const row = Uint16Array.from(
      { length: width },
      (_, x) => codes[Math.floor((x * bars.length) / width)]?.[plane] ?? 0,
    );
    const bytes = Buffer.from(row.buffer);
    return Buffer.concat(Array.from({ length: height }, () => bytes));
  });
  return Buffer.concat(planes);
}
