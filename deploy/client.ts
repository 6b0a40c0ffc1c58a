// `npm run pack-client -- [FOLDER]`: packs the client for developers, to be installed in other projects. `npm pack` has
// it built before by `prepack`.
import "../shared/process/check-node.ts";
import { parseArgs } from "node:util";
import { buildClient } from "./client/build-client.ts";
import { packClient } from "./client/pack-client.ts";

const EXIT_USAGE = 64;
const USAGE = "Usage: npm run pack-client -- [FOLDER]";

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, folder = ".", ...rest] = positionals;
  if (command === "build") {
    await buildClient();
    return 0;
  }
  if (command !== "pack" || rest.length > 0) {
    console.error(USAGE);
    return EXIT_USAGE;
  }
  console.log(await packClient(folder));
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
