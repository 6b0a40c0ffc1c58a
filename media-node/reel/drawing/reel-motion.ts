// Motion as ffmpeg expressions of `n`, the frame: how far along something is, eased as animators do it. Pure. Only
// functions that every build of ffmpeg since 2015 knows are used.

/** Cubic, or square where it is soft. */
export type Easing = "out" | "in" | "softOut" | "softIn";

/** An ffmpeg number without an exponent. */
export function num(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}

/** From 0, until `startFrame`, to 1, from `startFrame + frames` on: fast away and slow to rest, or the reverse. */
export function progress(startFrame: number, frames: number, easing: Easing): string {
  const linear = `clip((n-${num(startFrame)})/${num(Math.max(1, frames))},0,1)`;
  switch (easing) {
    case "out":
      return `(1-pow(1-${linear},3))`;
    case "in":
      return `pow(${linear},3)`;
    case "softOut":
      return `(1-pow(1-${linear},2))`;
    case "softIn":
      return `pow(${linear},2)`;
  }
}
