// From a bundle's family to the engine that reads it. A new family is a row here and an engine beside the others.
import { AppError } from "../../shared/errors.ts";
import type { ModelBundle } from "../models/model-bundle.ts";
import type { OnnxSessionOptions } from "../onnx/onnx-session.ts";
import type { SessionCache } from "../onnx/session-cache.ts";
import { openDiffusionModel } from "./diffusion/diffusion-model.ts";
import type { ImageModel } from "./image-model.ts";
import { openMatteModel } from "./mattes/matte-model.ts";
import { openUpscalingModel } from "./upscaling/upscaling-model.ts";

type OpenImageModel = (
  bundle: ModelBundle,
  cache: SessionCache,
  options: OnnxSessionOptions,
) => Promise<ImageModel>;

const FAMILIES: Readonly<Record<string, OpenImageModel>> = {
  diffusers: openDiffusionModel,
  esrgan: openUpscalingModel,
  matte: openMatteModel,
};

/** @throws AppError MODEL_UNAVAILABLE for a family that this version does not know, and where the bundle does not open */
export function openImageModel(
  bundle: ModelBundle,
  cache: SessionCache,
  options: OnnxSessionOptions,
): Promise<ImageModel> {
  const { name, family } = bundle.manifest;
  const open = FAMILIES[family];
  if (open !== undefined) return open(bundle, cache, options);
  throw new AppError("MODEL_UNAVAILABLE", `This version cannot run the image model ${name}.`, {
    cause: new Error(`unknown family ${family}`),
  });
}
