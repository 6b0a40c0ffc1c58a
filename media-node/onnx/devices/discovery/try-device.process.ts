// The process of try-device.ts: opens the trial's network with the provider that it is told, runs it, compares the
// answer, and says in one line of standard output how that went.
import "../../../threads/no-telemetry.ts";
import { env, InferenceSession, Tensor } from "onnxruntime-node";
import { reasonOf } from "../../local-session.ts";
import { TRIAL_SIDE, trialAnswer, trialInput, trialModel } from "./trial-model.ts";
import type { TrialReport } from "./try-device.ts";

async function tryProvider(name: string): Promise<TrialReport> {
  env.logLevel = "fatal";
  const start = performance.now();
  const session = await InferenceSession.create(trialModel(), {
    executionProviders: [name],
    logSeverityLevel: 4,
  });
  const x = new Tensor("float32", trialInput(), [1, 1, TRIAL_SIDE, TRIAL_SIDE]);
  await session.run({ x });
  const openMs = performance.now() - start;
  const { y } = await session.run({ x });
  const runMs = performance.now() - start - openMs;
  const computed = y === undefined ? [] : [...(y.data as Float32Array)];
  const isRight = trialAnswer().every((value, index) => computed[index] === value);
  await session.release();
  if (isRight) return { failure: null, openMs, runMs };
  return { failure: `it computes wrongly: ${computed.join(", ")} instead of ${trialAnswer().join(", ")}` };
}

const report = await tryProvider(process.argv[2] ?? "").catch(
  (error: unknown): TrialReport => ({ failure: reasonOf(error) }),
);
// Some drivers crash while their process ends, after all the work: the answer is out by then.
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
