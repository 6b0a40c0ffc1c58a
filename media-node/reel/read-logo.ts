// Reads a template's logo: a small image of an operator's, which is decoded, checked and made a PNG of the size that
// is needed, so that nothing of the original file goes any further. SVG is refused: it can name other files.
import { REEL_TEMPLATE_LIMITS } from "../../shared/limits/highlights.ts";
import { inSrgb } from "../images/srgb.ts";
import { sharp } from "../images/uncached-sharp.ts";

export interface ReadLogo {
  /** A data URI of a PNG. */
  readonly uri: string;
  readonly width: number;
  readonly height: number;
}

/** What a logo may be, as sharp calls it. */
export const LOGO_FORMATS: readonly string[] = ["png", "jpeg", "webp"];

/**
 * @param file content of a data URI or of a file
 * @param maxSidePx of its longer side; it is not enlarged
 * @returns null when it is no image of these formats, broken, or too large
 */
export async function readLogo(file: Uint8Array, maxSidePx: number): Promise<ReadLogo | null> {
  if (file.byteLength > REEL_TEMPLATE_LIMITS.logoFileBytes) return null;
  try {
    const decoded = sharp(file, { limitInputPixels: REEL_TEMPLATE_LIMITS.logoPixels });
    const { format } = await decoded.metadata();
    if (!LOGO_FORMATS.includes(format ?? "")) return null;
    const size = { width: maxSidePx, height: maxSidePx, fit: "inside", withoutEnlargement: true } as const;
    const { data, info } = await (await inSrgb(decoded))
      .autoOrient()
      .resize(size)
      .png()
      .toBuffer({ resolveWithObject: true });
    return {
      uri: `data:image/png;base64,${data.toString("base64")}`,
      width: info.width,
      height: info.height,
    };
  } catch {
    // sharp says of no two broken files the same; none of it would help the operator more than that it is broken.
    return null;
  }
}
