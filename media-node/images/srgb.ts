// A stranger's picture in sRGB. sharp takes a picture of 16 bits that has an ICC profile to Display P3 while it works, and
// narrows what comes of it to 8 bits without a way back: the numbers of one space would be read as those of the other.
import type { Sharp } from "./uncached-sharp.ts";

/** What `image` becomes by its own profile; its format and size are read first. @throws sharp's error */
export async function inSrgb(image: Sharp): Promise<Sharp> {
  const { space } = await image.metadata();
  // Not of all: colours of inks would change, which are mixed by their own profile.
  const working = space === "rgb16" ? image.pipelineColourspace("srgb") : image;
  return working.toColourspace("srgb");
}
