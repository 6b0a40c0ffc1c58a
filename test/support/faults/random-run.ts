// Faults at random, under load, against the account: the same for the short run of the tests and the long one of the
// benchmark. A round is one fault, or two that overlap; after each, the invariants that hold at every moment are
// asked while clients go on; at each reckoning, clients end and the whole account is taken.
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { type AccountLine, describeViolations, takeAccount, takeStandingAccount } from "./account.ts";
import { Books } from "./books.ts";
import { type FaultBed, type FaultBedOptions, startFaultBed } from "./fault-bed.ts";
import { FAULT_KINDS, type FaultKind, type FaultScene } from "./fault-kinds.ts";
import { type LoadOptions, repeatUncertain, startLoad } from "./load.ts";

export interface RandomRunOptions {
  readonly seed: number;
  readonly bed: FaultBedOptions;
  /** Ends the run before the round that would begin after this, once enough was created and what must strike has struck. */
  readonly durationMs: number;
  /** At most. */
  readonly rounds: number;
  /** At least. */
  readonly creates: number;
  /** Clients that create tasks, one after the other. */
  readonly creators: number;
  /** Names of the faults that must strike, each as often as it stands here; they come first. */
  readonly certain: readonly string[];
  /** How many rounds lie between two whole accounts. */
  readonly roundsPerReckoning: number;
  /** How many faults of a round overlap, at most. */
  readonly faultsAtOnce: number;
  readonly withLongFaults: boolean;
  /** A small disk of the bed's that may be filled; undefined where nothing may be mounted. */
  readonly diskFolder: string | undefined;
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

export interface RandomRunResult {
  /** By the name of its kind, how often each struck. */
  readonly faults: Readonly<Record<string, number>>;
  readonly answers: Readonly<Record<string, number>>;
  /** Tasks by their end: "finished", or an error's code. */
  readonly ends: Readonly<Record<string, number>>;
  /** The last account's lines, with all that was violated at any time. */
  readonly account: readonly AccountLine[];
  readonly creates: number;
  readonly tookMs: number;
}

const HOUR_MS = 3_600_000;
const READERS = 2;
/** Between the start of the load, or the end of a fault, and the next fault. */
const CALM_MS = { min: 500, max: 3_000 } as const;

/** `certain` is one that must be among them. */
function chooseKinds(
  options: RandomRunOptions,
  scene: FaultScene,
  certain: FaultKind | undefined,
): FaultKind[] {
  const { random } = scene;
  const kinds = FAULT_KINDS.filter(
    (kind) => (options.withLongFaults || !kind.isLong) && kind.isPossible(scene),
  );
  const count = 1 + Math.floor(random() * options.faultsAtOnce);
  const chosen = new Map<FaultKind["target"], FaultKind>();
  if (certain !== undefined) chosen.set(certain.target, certain);
  while (chosen.size < count) {
    const kind = kinds[Math.floor(random() * kinds.length)];
    if (kind !== undefined && !chosen.has(kind.target)) chosen.set(kind.target, kind);
  }
  return [...chosen.values()];
}

function kindNamed(name: string, scene: FaultScene): FaultKind {
  const kind = FAULT_KINDS.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`There is no fault "${name}".`);
  if (!kind.isPossible(scene)) throw new Error(`Nothing can bring "${name}" about here.`);
  return kind;
}

async function countEnds({ sql }: FaultBed): Promise<Record<string, number>> {
  const rows = await sql<{ end: string; count: number }[]>`
    select coalesce(error ->> 'code', state) as end, count(*)::int as count from tasks group by 1 order by 1`;
  return Object.fromEntries(rows.map((row) => [row.end, row.count]));
}

/** What was violated in any account, under the name of its invariant. */
class Violations {
  readonly #lines = new Map<string, { explains: string; violations: Set<string> }>();

  add(lines: readonly AccountLine[]): void {
    for (const { name, explains, violations } of lines) {
      const line = this.#lines.get(name) ?? { explains, violations: new Set() };
      this.#lines.set(name, line);
      for (const violation of violations) line.violations.add(violation);
    }
  }

  get lines(): AccountLine[] {
    return [...this.#lines].map(([name, { explains, violations }]) => ({
      name,
      explains,
      violations: [...violations],
    }));
  }
}

class RandomRun {
  readonly #options: RandomRunOptions;
  readonly #scene: FaultScene;
  readonly #load: LoadOptions;
  readonly #violations = new Violations();
  readonly #faults: Record<string, number> = {};
  readonly #certain: FaultKind[];
  #afterKills = false;

  constructor(options: RandomRunOptions, scene: FaultScene, load: LoadOptions) {
    this.#options = options;
    this.#scene = scene;
    this.#load = load;
    this.#certain = options.certain.map((name) => kindNamed(name, scene));
  }

  get #evidence() {
    return { bed: this.#scene.bed, books: this.#load.books, afterKills: this.#afterKills };
  }

  #tell(lines: readonly AccountLine[], when: string): void {
    this.#violations.add(lines);
    const text = describeViolations(lines);
    if (text !== "") this.#options.report(`${when}:\n${text}`);
  }

  async #strike(): Promise<void> {
    const { random } = this.#scene;
    await pause(CALM_MS.min + random() * (CALM_MS.max - CALM_MS.min));
    const kinds = chooseKinds(this.#options, this.#scene, this.#certain.shift());
    const name = kinds.map((kind) => kind.name).join(" and ");
    const startedAt = performance.now();
    for (const kind of kinds) {
      this.#faults[kind.name] = (this.#faults[kind.name] ?? 0) + 1;
      if (kind.kills) this.#afterKills = true;
    }
    await Promise.all(kinds.map((kind) => kind.strike(this.#scene)));
    this.#options.report(`${name}: ${Math.round((performance.now() - startedAt) / 100) / 10} s`);
    this.#tell(await takeStandingAccount(this.#evidence), `after ${name}`);
  }

  /** Rounds up to the next reckoning; how many there were. */
  async #strikeRounds(mayGoOn: (struck: number) => boolean): Promise<number> {
    const { roundsPerReckoning, signal } = this.#options;
    let struck = 0;
    do {
      signal.throwIfAborted();
      await this.#strike();
      struck += 1;
    } while (struck < roundsPerReckoning && mayGoOn(struck));
    return struck;
  }

  async #reckon(rounds: number): Promise<void> {
    const repeated = await repeatUncertain(this.#load);
    const account = await takeAccount(this.#evidence);
    this.#tell(account, "the account");
    const violated = account.filter((line) => line.violations.length > 0).length;
    this.#options.report(
      `reckoning after ${rounds} rounds: ${repeated} creates repeated, ${violated} lines violated`,
    );
  }

  async run(): Promise<RandomRunResult> {
    const { durationMs, rounds, creates } = this.#options;
    const { books } = this.#load;
    const startedAt = performance.now();
    let done = 0;
    const isDue = (): boolean => this.#certain.length > 0 || books.creates.length < creates;
    const mayGoOn = (struck: number): boolean =>
      done + struck < rounds && (performance.now() - startedAt < durationMs || isDue());
    while (mayGoOn(0)) {
      const load = startLoad(this.#load);
      done += await this.#strikeRounds(mayGoOn).finally(load.stop);
      await this.#reckon(done);
    }
    return {
      faults: this.#faults,
      answers: books.countAnswers(),
      ends: await countEnds(this.#scene.bed),
      account: this.#violations.lines,
      creates: books.creates.length,
      tookMs: performance.now() - startedAt,
    };
  }
}

/**
 * One run on a bed of its own, whose second processes have clocks that are hours off.
 * @throws where a fault that must strike cannot
 */
export async function runRandomFaults(options: RandomRunOptions): Promise<RandomRunResult> {
  const { seed, diskFolder } = options;
  const clockShiftsMs = { "control-plane-2": -2 * HOUR_MS, "media-node-2": 5 * HOUR_MS };
  const bed = await startFaultBed({ clockShiftsMs, ...options.bed });
  try {
    const accounts = [await bed.account({ moods: "100000" }), await bed.account({ moods: "100000" })];
    // Faults follow from the seed alone, however many numbers the clients have drawn meanwhile.
    const scene = { bed, diskFolder, random: seededRandom(seed) };
    const load = { bed, books: new Books(), accounts, random: seededRandom(seed + 1) };
    return await new RandomRun(options, scene, {
      ...load,
      creators: options.creators,
      readers: READERS,
    }).run();
  } finally {
    await bed.close();
  }
}
