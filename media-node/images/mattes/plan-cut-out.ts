// Plans a subject that is cut out of its background. The colour behind it comes when its files are written.
import { measureImage, readImage, requireFormatHolds } from "../image-files.ts";
import { readOutputChoice } from "../input-fields.ts";
import { type ImagePlan, type ImageTask, inputImage } from "../plan-image.ts";
import { readBackground } from "./cut-out-input.ts";

/** @throws AppError SOURCE_TOO_LARGE, SOURCE_UNSUPPORTED */
export async function planCutOut({ files, input }: ImageTask): Promise<ImagePlan> {
  const path = inputImage(files);
  requireFormatHolds(readOutputChoice(input).format, await measureImage(path));
  const image = await readImage(path, { background: null });
  const background = readBackground(input);
  return {
    batchSize: 1,
    isEnhanced: true,
    background,
    workFor: () => ({ kind: "cut-out", image }),
    describe: () => (background === null ? {} : { background }),
  };
}
