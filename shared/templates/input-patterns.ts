// The patterns that texts of models' inputs have to match. A model's schema may have no others: JavaScript's expressions
// go back and try again, so that ^(a+)+$ holds a control plane for half a minute at 29 letters. These do not: each place
// of a text fits one part of them.

const ASSET = "assets/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}";

export const COLOR_PATTERN = "^#[0-9A-Fa-f]{6}$";
/** A colour, or none. */
export const BACKGROUND_PATTERN = "^(transparent|#[0-9A-Fa-f]{6})$";
/** A file of a template. */
export const ASSET_PATTERN = `^${ASSET}$`;
/** Such a file, or the image itself. */
export const IMAGE_ASSET_PATTERN = `^(data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}|${ASSET})$`;

export const INPUT_PATTERNS: ReadonlySet<unknown> = new Set([
  COLOR_PATTERN,
  BACKGROUND_PATTERN,
  ASSET_PATTERN,
  IMAGE_ASSET_PATTERN,
]);
