// The files of a network: its graph, and beside it, for large ones, its weights under one of these names.
import { stat } from "node:fs/promises";

const DATA_SUFFIXES = ["", "_data", ".data"];

interface NetworkFiles {
  readonly sizeBytes: number;
  /** Another one for files that were replaced. */
  readonly version: string;
}

/** What lies on the disk of a network; nothing for files that are not there. */
export async function statNetwork(path: string): Promise<NetworkFiles> {
  const paths = [
    ...DATA_SUFFIXES.map((suffix) => `${path}${suffix}`),
    path.replace(/model\.onnx$/, "weights.pb"),
  ];
  const found = await Promise.all([...new Set(paths)].map((each) => stat(each).catch(() => null)));
  const files = found.filter((file) => file !== null);
  return {
    sizeBytes: files.reduce((sum, { size }) => sum + size, 0),
    version: files.map(({ size, mtimeMs }) => `${size}@${mtimeMs}`).join(" "),
  };
}
