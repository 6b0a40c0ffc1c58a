// The models of the demo: those that are installed where `npm run models` puts them, though its own data are elsewhere
// and temporary, and with `--with-models` what is recommended, installed there first.
import { readModelSettings } from "../../media-node/models/model-settings.ts";
import { createLogger } from "../../shared/logger.ts";
import { type Environment, readText } from "../../shared/process/environment.ts";
import { canEnter } from "../../shared/process/os-user.ts";
import { chooseUser, ENTRY_POINTS } from "../appliance/plane-services.ts";
import { createProgressLine } from "../progress-line.ts";
import { findMachine } from "./find-machine.ts";
import { findMissing, installPlanned, planInstallation } from "./install-recommended.ts";
import { describeMachine, describePlan } from "./recommended-command.ts";
import { showPull } from "./show-pull.ts";

/** How the demo tells of it. */
export interface DemoTelling {
  readonly stream: NodeJS.WriteStream;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Installs what is recommended and missing: the option is the consent.
 * @throws AppError that says what to do where something cannot be had; SettingError; `signal.reason` on abort
 */
export async function installDemoModels(
  env: Environment,
  { stream, say, signal }: DemoTelling,
): Promise<void> {
  const models = readModelSettings(env);
  const machine = await findMachine(models.providerChoice);
  const missing = await findMissing(machine, models);
  if (missing.length === 0)
    return say(`${describeMachine(machine)} The models that it should have are there.`);
  const line = createProgressLine(stream);
  const options = { models, signal, onProgress: showPull.bind(undefined, line) };
  const plan = await planInstallation(missing, options);
  say(describePlan(machine, plan));
  const { failed } = await installPlanned(plan, options).finally(() => line.end());
  const [first] = failed;
  if (first !== undefined) throw first.failure;
}

/**
 * The folder of models for a node on this data folder; undefined where it is the usual one, and the node's user could not
 * read it.
 */
export async function demoModelsDir(env: Environment, dataDir: string): Promise<string | undefined> {
  const { modelsDir } = readModelSettings(env);
  if (readText(env, "CLIPMILL_MODELS_DIR") !== undefined) return modelsDir;
  const user = await chooseUser(env, dataDir, ENTRY_POINTS, createLogger("demo", "silent"));
  return user?.planesDrop !== true || canEnter(user.user, modelsDir) ? modelsDir : undefined;
}
