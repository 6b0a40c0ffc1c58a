// graphile-worker as a process of its own, with a task that does nothing; what the queue is measured against.
import { run } from "graphile-worker";

const [connectionString = "", concurrency = "16"] = process.argv.slice(2);
const runner = await run({
  connectionString,
  concurrency: Number(concurrency),
  noHandleSignals: true,
  taskList: { nothing: () => undefined },
});
const end = async (): Promise<void> => {
  await runner.stop();
  process.exit(0);
};
process.once("SIGTERM", end);
process.once("disconnect", end);
process.send?.({ type: "ready", url: "none" });
