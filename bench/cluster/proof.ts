// The promise of a whole cluster: two control planes, four media nodes, PostgreSQL and an S3 server as processes of
// their own, mixed jobs, and faults of everything. What must strike strikes; the rest is at random.
import { startBucketStorage } from "../../test/support/faults/bucket-storage.ts";
import { type RandomRunResult, runRandomFaults } from "../../test/support/faults/random-run.ts";
import { mountSmallDisk } from "../../test/support/storage/small-disk.ts";

const DISK_MIB = 512;
const NODE_WITH_DISK = "media-node-1";
const CERTAIN = [
  "media node killed",
  "storage away for a minute",
  "database stopped",
  "control plane killed",
  "media node stands still for 28 s",
  "database killed",
  "control plane stands still for seconds",
];
const CERTAIN_ON_A_DISK = "disk full";

export interface ProofOptions {
  readonly jobs: number;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** The disk that fills up needs the right to mount; without it the proof goes on without that fault, and says so. */
export async function proveCluster({ jobs, seed, signal }: ProofOptions): Promise<RandomRunResult> {
  const disk = await mountSmallDisk(DISK_MIB, "mode=0711");
  const isMounted = typeof disk !== "string";
  if (!isMounted) console.log(`without a full disk: ${disk}`);
  try {
    const storage = await startBucketStorage();
    return await runRandomFaults({
      seed,
      bed: {
        controlPlanes: 2,
        mediaNodes: 4,
        storage,
        ...(isMounted ? { nodeFolders: { [NODE_WITH_DISK]: disk.folder } } : {}),
      },
      durationMs: 0,
      rounds: Number.POSITIVE_INFINITY,
      creates: jobs,
      creators: 8,
      certain: isMounted ? [...CERTAIN, CERTAIN_ON_A_DISK] : CERTAIN,
      roundsPerReckoning: 4,
      faultsAtOnce: 2,
      withLongFaults: true,
      diskFolder: isMounted ? disk.folder : undefined,
      signal,
      report: (line) => console.log(line),
    });
  } finally {
    if (isMounted) await disk.close();
  }
}
