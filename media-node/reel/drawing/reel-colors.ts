// Colours made from a template's four. Pure.

type Channels = readonly [red: number, green: number, blue: number];

export const WHITE = "#FFFFFF";
const BLACK = "#0A0A0C";

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
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Contrast that WCAG 2 asks of small text, and of large and bold text. */
const SMALL_TEXT = 4.5;
export const LARGE_TEXT = 3;

/** The wished colour where it can be read on the ground, else black or white. */
export function readableOn(ground: string, wished: string = WHITE, min: number = SMALL_TEXT): string {
  if (contrast(ground, wished) >= min) return wished;
  return contrast(ground, WHITE) >= contrast(ground, BLACK) ? WHITE : BLACK;
}
