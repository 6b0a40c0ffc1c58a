// Models that change images, which are one network without any settings beside it. What such a network is for is told
// by its name, or its folder's; what can be asked of the network itself is: how large an image it wants, and how much
// larger an upscaler makes one, for which it is run once.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { AppError } from "../../../shared/errors.ts";
import { UPSCALING_LIMITS } from "../../../shared/limits/images.ts";
import { type FloatType, floatTensor } from "../../onnx/float-tensors.ts";
import { type OnnxSession, openOnnxSession } from "../../onnx/onnx-session.ts";
import {
  cutOutImage,
  type MatteFamily,
  matteBlock,
  upscalingImage,
} from "../catalogue/image-tool-settings.ts";
import type { BundleDescription } from "../write-manifest.ts";
import { ADDED_BY_HAND, listFiles, type RecognizedFolder, withData } from "./model-folder.ts";

const UPSCALER = /esrgan|realesr|upscal/i;
const MATTES: readonly (readonly [RegExp, MatteFamily, string])[] = [
  [/birefnet/i, "birefnet", "BiRefNet"],
  [/is-?net|rmbg-?1/i, "isnet", "IS-Net"],
  [/u-?2-?net|silueta/i, "u2net", "U²-Net"],
];
/** BRIA's weights of IS-Net, which are free for non-commercial use only. */
const NON_COMMERCIAL = /rmbg/i;

const PROBE_PX = 32;

function unusable(path: string, reason: string, cause?: unknown): AppError {
  return new AppError("INVALID_REQUEST", `${path} ${reason}.`, { cause });
}

/** A network's file in a folder that holds only one, or only several precisions of one. */
function networkIn(present: ReadonlySet<string>): string | undefined {
  const networks = [...present].filter((path) => path.endsWith(".onnx"));
  return networks.length === 1 ? networks[0] : networks.find((path) => /(?:^|\/)model\.onnx$/.test(path));
}

interface ImageInput {
  readonly type: FloatType;
  /** Edge of the images that it takes; null for any. */
  readonly edgePx: number | null;
}

function imageInput({ inputs }: OnnxSession, path: string): ImageInput {
  const [input] = inputs;
  const isImage = input?.isTensor === true && input.shape.length === 4 && /^float(16|32)$/.test(input.type);
  if (!isImage || inputs.length !== 1)
    throw unusable(path, "does not take one image of [1, 3, height, width]");
  const edge = input.shape.at(-1);
  return {
    type: input.type === "float16" ? "float16" : "float32",
    edgePx: typeof edge === "number" && edge > 0 ? edge : null,
  };
}

/** How many times as large it makes an image. */
async function measureScale(session: OnnxSession, path: string): Promise<number> {
  const { type, edgePx } = imageInput(session, path);
  const size = edgePx ?? PROBE_PX;
  const [inputName = "", outputName = ""] = [session.inputNames[0], session.outputNames[0]];
  const blank = floatTensor(type, new Float32Array(3 * size * size), [1, 3, size, size]);
  const { [outputName]: output } = await session.run({ [inputName]: blank }, [outputName]);
  const scale = Number(output?.dims.at(-1)) / size;
  if (Number.isInteger(scale) && scale >= 2 && scale <= UPSCALING_LIMITS.scale) return scale;
  throw unusable(path, "does not make images a whole number of times as large");
}

type Described = Pick<BundleDescription, "kind" | "family" | "title" | "image" | "matte">;

async function describeUpscaler(session: OnnxSession, path: string, name: string): Promise<Described> {
  const scale = await measureScale(session, path);
  const title = `Upscaler, ${scale} times`;
  return { kind: "image-upscaling", family: "esrgan", title, image: upscalingImage(name, scale) };
}

function describeMatte(
  session: OnnxSession,
  path: string,
  name: string,
  [, family, title]: (typeof MATTES)[number],
): Described {
  const matte = matteBlock(family, imageInput(session, path).edgePx ?? undefined);
  return { kind: "background-removal", family: "matte", title, image: cutOutImage(name), matte };
}

/**
 * What a network of its own is, by its name.
 * @returns undefined where no kind is told by the name
 * @throws AppError INVALID_REQUEST where the network is not what its name says
 */
export async function recognizeImageNetwork(
  path: string,
  called: string,
  name: string,
): Promise<BundleDescription | undefined> {
  const family = MATTES.find(([pattern]) => pattern.test(called));
  if (family === undefined && !UPSCALER.test(called)) return undefined;
  const session = await openOnnxSession(path, { providers: ["cpu"], threads: availableParallelism() }).catch(
    (error: unknown) => {
      throw unusable(path, "cannot be opened as an ONNX model", error);
    },
  );
  try {
    const described =
      family === undefined
        ? await describeUpscaler(session, path, name)
        : describeMatte(session, path, name, family);
    const license = NON_COMMERCIAL.test(called)
      ? "BRIA RMBG: non-commercial use only, unless agreed otherwise with BRIA"
      : ADDED_BY_HAND.license;
    return { ...ADDED_BY_HAND, license, name, priority: 500, ...described };
  } finally {
    await session.dispose();
  }
}

/** The same for a folder with one network; its own name counts as well as the network's. */
export async function recognizeImageFolder(
  folder: string,
  name: string,
): Promise<RecognizedFolder | undefined> {
  const present = await listFiles(folder);
  const network = networkIn(present);
  if (network === undefined) return undefined;
  const description = await recognizeImageNetwork(join(folder, network), `${name} ${network}`, name);
  return description === undefined ? undefined : { description, paths: withData(present, network) };
}
