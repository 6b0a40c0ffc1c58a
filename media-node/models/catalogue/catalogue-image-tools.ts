// Models that change images: they make them larger, or cut their subject out. Sizes and hashes are those that several
// independent projects pin; Real-ESRGAN's authors publish no ONNX files, so that these are exports of their weights.
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { cutOutImage, type MatteFamily, matteBlock, upscalingImage } from "./image-tool-settings.ts";

const REAL_ESRGAN = {
  kind: "image-upscaling",
  family: "esrgan",
  license: "BSD-3-Clause",
  nonCommercial: false,
  languages: [],
} as const;

const SCENEWORKS = {
  site: "hub",
  repository: "SceneWorks/real-esrgan-onnx",
  revision: "09f741bac80a246b407da3ee902bf5f3291b602f",
} as const;

const MATTE = {
  kind: "background-removal",
  family: "matte",
  nonCommercial: false,
  languages: [],
} as const;

const REMBG = { site: "release", repository: "danielgatis/rembg", revision: "v0.0.0" } as const;

/** What follows from a name. */
function matte(name: string, family: MatteFamily): Pick<CatalogueEntry, "name" | "image" | "matte"> {
  return { name, image: cutOutImage(name), matte: matteBlock(family) };
}

export const IMAGE_TOOL_MODELS: readonly CatalogueEntry[] = [
  {
    ...REAL_ESRGAN,
    name: "real-esrgan-x4plus",
    title: "Real-ESRGAN x4plus",
    improves: "images made 2 or 4 times as large, with the most detail; wants a GPU",
    priority: 300,
    source: SCENEWORKS,
    files: [
      {
        path: "real_esrgan_x4.onnx",
        sizeBytes: 67_051_616,
        sha256: "5c586662929cbc686c1a5c38d9c060dbdb4ea5863a1f7672b8c0761e6b89c033",
      },
    ],
    image: upscalingImage("real-esrgan-x4plus", 4),
  },
  {
    ...REAL_ESRGAN,
    name: "real-esrgan-x2plus",
    title: "Real-ESRGAN x2plus",
    improves: "images made twice as large",
    priority: 200,
    source: SCENEWORKS,
    files: [
      {
        path: "real_esrgan_x2.onnx",
        sizeBytes: null,
        sha256: "7115ba92e8a1bfa63d68558ef006ef3d91273a068d321b1439f8bb1c9179002c",
      },
    ],
    image: upscalingImage("real-esrgan-x2plus", 2),
  },
  {
    ...REAL_ESRGAN,
    name: "real-esrgan-general-x4v3",
    title: "Real-ESRGAN general x4v3",
    improves: "images made 2 or 4 times as large, quickly and without a GPU",
    priority: 100,
    source: { site: "hub", repository: "Heliosoph/realesrgan-onnx", revision: "main" },
    files: [
      {
        path: "realesr-general-x4v3.onnx",
        sizeBytes: 4_871_181,
        sha256: "09b757accd747d7e423c1d352b3e8f23e77cc5742d04bae958d4eb8082b76fa4",
      },
    ],
    image: upscalingImage("real-esrgan-general-x4v3", 4),
  },
  {
    ...MATTE,
    ...matte("birefnet-lite", "birefnet"),
    title: "BiRefNet lite",
    improves: "subjects cut out with fine edges such as hair; wants a GPU",
    license: "MIT",
    priority: 400,
    source: {
      site: "hub",
      repository: "onnx-community/BiRefNet_lite-ONNX",
      revision: "de15b22ba131738a16dff04aab8bdf8dc32e3ac1",
    },
    files: [
      {
        path: "onnx/model.onnx",
        sizeBytes: 224_005_088,
        sha256: "5600024376f572a557870a5eb0afb1e5961636bef4e1e22132025467d0f03333",
      },
    ],
  },
  {
    ...MATTE,
    ...matte("isnet-general-use", "isnet"),
    title: "IS-Net, general use",
    improves: "subjects cut out with clear edges, in seconds without a GPU",
    license: "Apache-2.0",
    priority: 300,
    source: REMBG,
    files: [
      {
        path: "isnet-general-use.onnx",
        sizeBytes: 178_648_008,
        sha256: "60920e99c45464f2ba57bee2ad08c919a52bbf852739e96947fbb4358c0d964a",
      },
    ],
  },
  {
    ...MATTE,
    ...matte("u2net", "u2net"),
    title: "U²-Net",
    improves: "subjects cut out, with softer edges",
    license: "Apache-2.0",
    priority: 200,
    source: REMBG,
    files: [
      {
        path: "u2net.onnx",
        sizeBytes: 175_997_641,
        sha256: "8d10d2f3bb75ae3b6d527c77944fc5e7dcd94b29809d47a739a7a728a912b491",
      },
    ],
  },
  {
    ...MATTE,
    ...matte("u2netp", "u2net"),
    title: "U²-Net, small",
    improves: "subjects cut out roughly and at once",
    license: "Apache-2.0",
    priority: 100,
    source: REMBG,
    files: [
      {
        path: "u2netp.onnx",
        sizeBytes: 4_574_861,
        sha256: "309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8",
      },
    ],
  },
];
