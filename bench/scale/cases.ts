// The cases by the names under which the command line asks for them.
import type { BenchCase, Comparison } from "../measuring/harness.ts";
import { createCase } from "./create-cases.ts";
import { idleCase } from "./idle-case.ts";
import { outputCase } from "./output-case.ts";
import { progressCase } from "./progress-case.ts";
import { appliance, graphileAlone } from "./queue-cases.ts";
import { readCase, usageCase } from "./read-cases.ts";
import { shareCase } from "./share-case.ts";
import type { Subject } from "./subject.ts";
import { webhookCase } from "./webhook-case.ts";

const HANGING = 20_000;

export interface ScaleSetting {
  readonly empty: Subject;
  readonly full: Subject | undefined;
  /** The postmaster. */
  readonly postgresPid: number;
  /** Tasks without work that go through the queue. */
  readonly tasks: number;
  /** That wait for other nodes while the appliance is idle, in the full database. */
  readonly waiting: number;
  /** Jobs of one account before which another's comes. */
  readonly crowd: number;
}

/** A case's comparison of a setting's databases. */
export type CaseMaker = (
  setting: ScaleSetting,
) => Pick<Comparison, "reference" | "candidates" | "maxRepeats">;

function both(
  { empty, full }: ScaleSetting,
  make: (subject: Subject) => BenchCase,
): Pick<Comparison, "reference" | "candidates"> {
  return { reference: make(empty), candidates: full === undefined ? [] : [make(full)] };
}

export const CASES: Readonly<Record<string, CaseMaker>> = {
  reads: (setting) => both(setting, readCase),
  usage: (setting) => both(setting, usageCase),
  outputs: (setting) => both(setting, outputCase),
  "creates-one": (setting) => both(setting, (subject) => createCase(subject, 1)),
  "creates-many": (setting) => both(setting, (subject) => createCase(subject, subject.keys.length)),
  queue: (setting) => {
    const { reference, candidates } = both(setting, (subject) => appliance(subject, setting.tasks));
    return { reference: graphileAlone(setting.empty, setting.tasks), candidates: [reference, ...candidates] };
  },
  progress: (setting) => both(setting, (subject) => progressCase(subject, setting.postgresPid)),
  share: (setting) => ({ ...both(setting, (subject) => shareCase(subject, setting.crowd)), maxRepeats: 1 }),
  webhooks: (setting) => ({ ...both(setting, (subject) => webhookCase(subject, HANGING)), maxRepeats: 1 }),
  idle: (setting) => {
    const { postgresPid, waiting, empty } = setting;
    const make = (subject: Subject): BenchCase =>
      idleCase(subject, { postgresPid, waiting: subject === empty ? 0 : waiting });
    return { ...both(setting, make), maxRepeats: 1 };
  },
};
