// What a media node more is worth: jobs whose work is waiting (their source takes its time to come), so that the nodes
// share nothing but what they should share, the database and the storage, and not the few cores of this machine. Every
// job's transcript is there already: what is left is to take it, fetch, probe and report it, some 0.9 s of one core. A
// source takes so long that eight jobs at once leave most of two cores idle.
import type { TestAccount } from "../../test/support/database/test-account.ts";
import { send } from "../../test/support/faults/client.ts";
import { type FaultBed, startFaultBed } from "../../test/support/faults/fault-bed.ts";
import { until } from "../../test/support/until.ts";
import type { BenchCase, Comparison } from "../measuring/harness.ts";

/** What the cases share. */
export interface GrowthShape {
  /** How many media nodes each case has; the first is the reference. */
  readonly nodes: readonly number[];
  /** What a source takes on average. */
  readonly sourceMs: number;
  /** Jobs of each run of each node, one after the other. */
  readonly rounds: number;
}

/**
 * How far a source's wait lies from the mean: spread evenly over the jobs by the golden ratio, so that they do not come
 * in step and then wait for the same cores together, as sources of real requests do not.
 */
const SOURCE_SPREAD = 0.3;
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
const RUNS_AT_ONCE = 2;
const TIMEOUT_MS = 5 * 60_000;

class GrowthCase implements BenchCase {
  readonly name: string;
  readonly #nodes: number;
  readonly #shape: GrowthShape;
  #bed: FaultBed | undefined;
  #account: TestAccount | undefined;
  #jobs = 0;

  constructor(nodes: number, shape: GrowthShape) {
    this.#shape = shape;
    this.name = nodes === 1 ? "1 node" : `${nodes} nodes`;
    this.#nodes = nodes;
  }

  async prepare(): Promise<void> {
    const env = { CLIPMILL_CONCURRENCY: String(RUNS_AT_ONCE) };
    this.#bed = await startFaultBed({ controlPlanes: 2, mediaNodes: this.#nodes, env });
    this.#account = await this.#bed.account({ moods: "100000" });
    await this.#create(0);
    await this.#finished(1);
  }

  async run(signal: AbortSignal): Promise<Record<string, number>> {
    const count = this.#nodes * RUNS_AT_ONCE * this.#shape.rounds;
    const startedAt = performance.now();
    for (let created = 0; created < count; created += 1) {
      signal.throwIfAborted();
      await this.#create(this.#shape.sourceMs * shareOf(created));
    }
    await this.#finished(1 + count);
    return { jobsPerS: count / ((performance.now() - startedAt) / 1_000) };
  }

  async cleanUp(): Promise<void> {
    await this.#bed?.close();
    this.#bed = undefined;
  }

  get #open(): { bed: FaultBed; account: TestAccount } {
    if (this.#bed === undefined || this.#account === undefined) throw new Error("Not prepared.");
    return { bed: this.#bed, account: this.#account };
  }

  async #create(lateMs: number): Promise<void> {
    const { bed, account } = this.#open;
    const plane = bed.planes[this.#jobs % bed.planes.length];
    this.#jobs += 1;
    const url = `${plane?.url}/api/v1/transcriptions`;
    const body = { video_url: bed.sources.lateFilm(`job-${this.#jobs}`, lateMs) };
    const { status } = await send({ method: "POST", url, key: account.key, body });
    if (status !== 201) throw new Error(`A create was answered ${status}.`);
  }

  async #finished(count: number): Promise<void> {
    const { sql } = this.#open.bed;
    const areFinished = async (): Promise<boolean> => {
      const [row] = await sql<{ ended: number; failed: number }[]>`
        select count(*) filter (where state = 'finished')::int as ended,
               count(*) filter (where state = 'failed')::int as failed from tasks`;
      if (row !== undefined && row.failed > 0) throw new Error(`${row.failed} jobs failed.`);
      return row?.ended === count;
    };
    await until(`${count} jobs to finish`, areFinished, TIMEOUT_MS);
  }
}

/** What the source of a run's job of that number (from 0) takes of the mean. */
function shareOf(job: number): number {
  const place = (job * GOLDEN_RATIO) % 1;
  return 1 + SOURCE_SPREAD * (2 * place - 1);
}

/** `jobsPerS` of 2 and 4 nodes over that of 1: 2 and 4 would be all that can be had. */
export function growthComparison(shape: GrowthShape): Comparison {
  const [reference, ...candidates] = shape.nodes.map((nodes) => new GrowthCase(nodes, shape));
  if (reference === undefined) throw new Error("There is no number of nodes.");
  return {
    name: `jobs that wait ${shape.sourceMs / 1_000} s for their source, ${RUNS_AT_ONCE} at once on each node`,
    reference,
    candidates,
    warmUps: 0,
    maxRepeats: 2,
    timeoutMs: 2 * TIMEOUT_MS,
  };
}
