// What `npm start` says of models: which senses would get better, and the command for it.
import { readModelSettings } from "../../media-node/models/model-settings.ts";
import type { Environment } from "../../shared/process/environment.ts";
import { findComputer } from "./find-machine.ts";
import { findMissing } from "./install-recommended.ts";

/**
 * One line for the operator; undefined where nothing is missing. The GPU is left out of it: looking for one takes time,
 * and whoever has the models for a machine without one has no need to be told at each start.
 * @throws the file system's error for a folder that cannot be read
 */
export async function adviseOnModels(env: Environment): Promise<string | undefined> {
  const missing = await findMissing(findComputer(), readModelSettings(env));
  if (missing.length === 0) return undefined;
  const senses = missing.map(({ recommended }) => recommended.sense);
  return `Better models can be had for: ${senses.join("; ")}. This shows and installs them: npm run models -- pull recommended`;
}
