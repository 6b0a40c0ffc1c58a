// `npm run models -- …`: what models there are, and how they come onto this machine. Results go to standard output,
// progress and failures to standard error. It needs no appliance, only the folder where models are installed; but
// fit-virality reads the database.
import "../shared/process/check-node.ts";
import { askOperator } from "./models/ask-operator.ts";
import { Interruption, runModels } from "./models/run-models.ts";

/** Aborts on Ctrl-C and SIGTERM; a second one ends the process by itself. */
function watchSignals(): AbortSignal {
  const stopping = new AbortController();
  const reason = new Interruption("Interrupted. What has arrived is kept: run the same again to go on.");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => stopping.abort(reason));
  return stopping.signal;
}

const signal = watchSignals();
process.exitCode = await runModels(process.argv.slice(2), {
  env: process.env,
  terminal: console,
  progress: process.stderr,
  ask: (question) => askOperator(question, signal),
  signal,
});
