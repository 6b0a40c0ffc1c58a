// `npm run pack-client -- [FOLDER]`: packs the client for developers, to be installed in other projects. `npm pack` has
// it built before by `prepack`.
import "../shared/process/check-node.ts";
import { parseArgs } from "node:util";
import { EXIT_USAGE, isUsageError, UsageError } from "../shared/process/usage-error.ts";
import { buildClient } from "./client/build-client.ts";
import { packClient } from "./client/pack-client.ts";

const USAGE = "Usage: npm run pack-client -- [FOLDER]";

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, folder = ".", ...rest] = positionals;
  if (command === "build") {
    await buildClient();
    return 0;
  }
  if (command !== "pack") throw new UsageError("The client is packed, or built.");
  if (rest.length > 0) throw new UsageError(`One FOLDER is taken; ${rest[0]} is one too many.`);
  console.log(await packClient(folder));
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(
    isUsageError(error) ? `${error.message}\n${USAGE}` : error instanceof Error ? error.message : error,
  );
  return isUsageError(error) ? EXIT_USAGE : 1;
});
