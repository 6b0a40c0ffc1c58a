// A media node's settings as benchmarks use them: the node's own choice of binaries and threads, without a database.
import { type MediaNodeConfig, readMediaNodeConfig } from "../media-node/config.ts";
import { type ChosenPrograms, chooseMediaPrograms } from "../media-node/ffmpeg/choose-ffmpeg.ts";

export async function readBenchConfig(): Promise<MediaNodeConfig & ChosenPrograms> {
  const config = readMediaNodeConfig({ ...process.env, CLIPMILL_DATABASE_URL: "postgres://none" });
  return { ...config, ...(await chooseMediaPrograms(config.programs)) };
}
