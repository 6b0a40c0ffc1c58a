// Diffusion models in the diffusers layout, as plain exports that every execution provider runs: the builds that are made
// for one provider alone (fused operators of CUDA or DirectML) were left out. Revisions are pinned where a whole commit is
// known; sizes are asked of the server, and hashes are recorded by the first download. The folders' safety checkers are
// not fetched: nothing here reads them.
import type { CatalogueEntry, CatalogueFile } from "./catalogue-entry.ts";
import { CONSISTENCY, GUIDED, TURBO } from "./image-presets.ts";

const TOKENIZER = ["vocab.json", "merges.txt", "tokenizer_config.json"];
const NETWORK = ["config.json", "model.onnx"];
const LARGE_NETWORK = [...NETWORK, "model.onnx_data"];
const INDEX = ["model_index.json", "scheduler/scheduler_config.json"];

function unpinned(folders: Readonly<Record<string, readonly string[]>>): CatalogueFile[] {
  const paths = Object.entries(folders).flatMap(([folder, files]) =>
    files.map((file) => `${folder}/${file}`),
  );
  return [...INDEX, ...paths].map((path) => ({ path, sizeBytes: null, sha256: null }));
}

const COMMON = {
  kind: "image-generation",
  family: "diffusers",
  languages: ["en"],
} as const;

export const IMAGE_MODELS: readonly CatalogueEntry[] = [
  {
    ...COMMON,
    name: "sd-turbo",
    title: "SD-Turbo",
    improves:
      "images from prompts in one to four steps of 512 × 512; about 2.6 GB, single and half precision",
    license: "Stability AI Non-Commercial Research Community License",
    nonCommercial: true,
    priority: 300,
    source: {
      site: "hub",
      repository: "schmuell/sd-turbo-ort-web",
      revision: "ace89b7d2cd849f9a73914cdbb8a3ea60c853dd1",
    },
    files: unpinned({
      text_encoder: NETWORK,
      tokenizer: TOKENIZER,
      unet: NETWORK,
      vae_decoder: NETWORK,
      vae_encoder: NETWORK,
    }),
    image: { ...TURBO, slug: "sd-turbo", subtitle: "Photographs and drawings in one to four steps" },
  },
  {
    ...COMMON,
    name: "sdxl-turbo",
    title: "SDXL-Turbo",
    improves: "better images in one to four steps; about 14 GB, wants a GPU with 16 GB",
    license: "Stability AI Non-Commercial Research Community License",
    nonCommercial: true,
    priority: 310,
    source: {
      site: "hub",
      repository: "stabilityai/sdxl-turbo",
      revision: "fbda35297a8280789ffe2e25206800702fa5c4c1",
    },
    files: unpinned({
      text_encoder: NETWORK,
      text_encoder_2: LARGE_NETWORK,
      tokenizer: TOKENIZER,
      tokenizer_2: TOKENIZER,
      unet: LARGE_NETWORK,
      vae_decoder: NETWORK,
      vae_encoder: NETWORK,
    }),
    image: { ...TURBO, slug: "sdxl-turbo", subtitle: "Finer photographs and drawings in one to four steps" },
  },
  {
    ...COMMON,
    name: "lcm-dreamshaper-v7",
    title: "LCM Dreamshaper v7",
    improves: "painterly images in four to eight steps; about 4.3 GB",
    license: "MIT",
    nonCommercial: false,
    priority: 200,
    source: {
      site: "hub",
      repository: "SimianLuo/LCM_Dreamshaper_v7",
      revision: "a85df6a8bd976cdd08b4fd8f3b73f229c9e54df5",
    },
    files: unpinned({
      text_encoder: NETWORK,
      tokenizer: TOKENIZER,
      unet: LARGE_NETWORK,
      vae_decoder: NETWORK,
      vae_encoder: NETWORK,
    }),
    image: {
      ...CONSISTENCY,
      slug: "lcm-dreamshaper-v7",
      subtitle: "Painterly images in four to eight steps",
    },
  },
  {
    ...COMMON,
    name: "stable-diffusion-v1-5",
    title: "Stable Diffusion 1.5",
    improves: "images from prompts with negative prompts and guidance; about 4.3 GB, wants a GPU",
    license: "CreativeML-OpenRAIL-M",
    nonCommercial: false,
    priority: 150,
    source: { site: "hub", repository: "onnx-community/stable-diffusion-v1-5-ONNX", revision: "main" },
    // An early export: its networks say nothing of themselves, and the weights of the largest lie in weights.pb.
    files: unpinned({
      text_encoder: ["model.onnx"],
      tokenizer: TOKENIZER,
      unet: ["model.onnx", "weights.pb"],
      vae_decoder: ["model.onnx"],
      vae_encoder: ["model.onnx"],
    }),
    image: {
      ...GUIDED,
      slug: "stable-diffusion-v1-5",
      subtitle: "Photographs and drawings, with guidance and negative prompts",
    },
  },
];
