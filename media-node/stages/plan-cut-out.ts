// Plans a subject that is cut out of its background. The colour behind it comes when its files are written.
import { readPicture } from "../engines/picture-files.ts";
import { readBackground } from "../models/cut-out-input.ts";
import { type ImagePlan, type ImageTask, inputFile } from "./plan-image.ts";

/** @throws AppError SOURCE_TOO_LARGE, SOURCE_UNSUPPORTED */
export async function planCutOut({ files, input }: ImageTask): Promise<ImagePlan> {
  const picture = await readPicture(inputFile(files, "image"), { background: null });
  const background = readBackground(input);
  return {
    batchSize: 1,
    isEnhanced: true,
    background,
    workFor: () => ({ kind: "cut-out", picture }),
    describe: () => (background === null ? {} : { background }),
  };
}
