// Colours between two, and how well one is seen on another. Pure.

type Channels = readonly [red: number, green: number, blue: number];

function channels(color: string): Channels {
  const value = Number.parseInt(color.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** One colour with a share (0 to 1) of another. */
export function mix(color: string, other: string, share: number): string {
  const to = channels(other);
  const mixed = channels(color).map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance of WCAG 2, 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of WCAG 2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Contrast with what is behind it from which on a marked word is seen better than one that is not marked. */
const MARK_CONTRAST = 6;
const STEPS = 10;

/**
 * The colour of a marked word that cannot have the box of its style: the box's, nearer to the colour of letters where what is
 * behind those would drown it, but at most half of the way, so that it is still seen which word it is.
 * @param behindColor of the letters' stroke or their box; null where only the picture is behind them
 */
export function markInPlaceOfBox(boxColor: string, fontColor: string, behindColor: string | null): string {
  if (behindColor === null || contrast(boxColor, behindColor) >= MARK_CONTRAST) return boxColor;
  for (let step = 1; step < STEPS / 2; step += 1) {
    const color = mix(boxColor, fontColor, step / STEPS);
    if (contrast(color, behindColor) >= MARK_CONTRAST) return color;
  }
  return mix(boxColor, fontColor, 0.5);
}
