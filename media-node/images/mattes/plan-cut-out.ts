// Plans a subject that is cut out of its background. The colour behind it comes when its files are written.
import { readImage } from "../image-files.ts";
import { type ImagePlan, type ImageTask, inputFile } from "../plan-image.ts";
import { readBackground } from "./cut-out-input.ts";

/** @throws AppError SOURCE_TOO_LARGE, SOURCE_UNSUPPORTED */
export async function planCutOut({ files, input }: ImageTask): Promise<ImagePlan> {
  const image = await readImage(inputFile(files, "image"), { background: null });
  const background = readBackground(input);
  return {
    batchSize: 1,
    isEnhanced: true,
    background,
    workFor: () => ({ kind: "cut-out", image }),
    describe: () => (background === null ? {} : { background }),
  };
}
