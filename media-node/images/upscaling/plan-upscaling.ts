// Plans an image that is made larger. Its size is looked at before it is decoded: what would come out too large costs
// nothing but the look.
import { AppError } from "../../../shared/errors.ts";
import { UPSCALING_LIMITS } from "../../../shared/limits/images.ts";
import { measureImage, readImage, requireFormatHolds } from "../image-files.ts";
import { readOutputChoice } from "../input-fields.ts";
import { type ImagePlan, type ImageTask, inputImage } from "../plan-image.ts";
import { scaleOf } from "./upscaling-input.ts";

/** @throws AppError SOURCE_TOO_LARGE, SOURCE_UNSUPPORTED */
export async function planUpscaling({ bundle, tier, input, files }: ImageTask): Promise<ImagePlan> {
  const path = inputImage(files);
  const scale = scaleOf(bundle.manifest, tier);
  const { width, height } = await measureImage(path);
  const pixels = width * height * scale ** 2;
  if (pixels > UPSCALING_LIMITS.outputPixels) {
    const maxMegapixels = UPSCALING_LIMITS.outputPixels / 1e6;
    throw new AppError(
      "SOURCE_TOO_LARGE",
      `${scale} times as large, this image of ${width} × ${height} would have ` +
        `${Math.ceil(pixels / 1e6)} million pixels; at most ${maxMegapixels} million are made.`,
    );
  }
  requireFormatHolds(readOutputChoice(input).format, { width: width * scale, height: height * scale });
  const image = await readImage(path, { background: null });
  return {
    batchSize: 1,
    isEnhanced: true,
    workFor: () => ({ kind: "upscale", image, scale }),
    describe: () => ({ scale }),
  };
}
