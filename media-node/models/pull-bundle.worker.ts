// Downloads of models in a thread of their own: connections and hashes of gigabytes keep no event loop busy that jobs
// and the node's lease need.
import { threadTask } from "../threads/thread-task.ts";
import { type Pull, type PulledBundle, pullBundle } from "./pull-bundle.ts";

export type PullCall = Pick<Pull, "entry" | "modelsDir" | "mirror" | "sizes" | "limits">;

export default threadTask<PullCall, PulledBundle>((call, { signal, reportProgress }) =>
  pullBundle({
    ...call,
    signal,
    onProgress: ({ receivedBytes, totalBytes }) => {
      if (totalBytes > 0) reportProgress(Math.min(1, receivedBytes / totalBytes));
    },
  }),
);
