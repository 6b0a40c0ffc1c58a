// Small models beside speech recognition, each a single file: where speech is, and where faces are.
import type { CatalogueEntry } from "./catalogue-entry.ts";

const YUNET = {
  kind: "face-detection",
  family: "yunet",
  license: "Apache-2.0",
  nonCommercial: false,
  languages: [],
  source: { site: "github", repository: "ShiqiYu/libfacedetection.train", revision: "master" },
} as const;

export const VOICE_AND_FACE_MODELS: readonly CatalogueEntry[] = [
  {
    name: "silero-vad",
    kind: "voice-activity",
    family: "silero",
    title: "Silero VAD 6.2",
    improves: "telling speech from music and noise before it is transcribed",
    license: "MIT",
    nonCommercial: false,
    languages: [],
    priority: 100,
    recommended: { sense: "voice activity", equalFamilies: ["silero"] },
    source: { site: "github", repository: "snakers4/silero-vad", revision: "v6.2" },
    files: [
      {
        path: "silero_vad.onnx",
        remotePath: "src/silero_vad/data/silero_vad.onnx",
        sizeBytes: 2_327_524,
        sha256: "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3",
      },
    ],
  },
  {
    ...YUNET,
    name: "yunet-dynamic",
    title: "YuNet face detector, any frame size",
    improves: "finding faces in less time than the built-in detector",
    priority: 110,
    recommended: { sense: "faces", equalFamilies: ["yunet", "blazeface"] },
    files: [
      {
        path: "yunet_n_dynamic.onnx",
        remotePath: "onnx/yunet_n_dynamic.onnx",
        sizeBytes: 322_906,
        sha256: "104ee26c71d5c270ce79a6b3dced91c91013260d29a6bf18f9296c5b8c4c2b12",
      },
    ],
  },
  {
    ...YUNET,
    name: "yunet-640",
    title: "YuNet face detector, 640 × 640",
    improves: "finding faces, for machines whose frames must have one size",
    priority: 100,
    files: [
      {
        path: "yunet_n_640_640.onnx",
        remotePath: "onnx/yunet_n_640_640.onnx",
        sizeBytes: 317_466,
        sha256: "25a606a145a5b6d7271ae138fbd00eba91dad8b83222ae3f2c7ecd0f4a7b0e31",
      },
    ],
  },
];
