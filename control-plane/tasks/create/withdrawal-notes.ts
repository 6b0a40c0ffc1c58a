// Notes of withdrawals that the database has not taken yet, in a folder of this machine: a control plane that ends while
// the database is away takes them up when it is started again. Each is an empty file whose name says all, so that no note
// can be half written; it is there before the client hears that its create did not come about. Whoever finds one may
// carry it out, since a second withdrawal changes nothing. A database table was no choice: its silence is what a note is
// for. What the machine itself loses when it ends is lost.
import { closeSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { WITHDRAWAL_LIMITS } from "../../../shared/limits/requests.ts";
import type { Logger } from "../../../shared/logger.ts";
import { makeFolder } from "../../../shared/process/own-folders.ts";
import type { PromisedAnswer } from "../../db/tasks/withdrawals.ts";

export interface Withdrawal {
  readonly taskId: string;
  readonly answer: PromisedAnswer;
}

/** Task, answer, and until when by the database's clock, in milliseconds since 1970. */
const NAME = /^(task_[0-9a-z]+)\.([0-9a-f-]+)\.(\d{1,15})$/;

function nameOf({ taskId, answer }: Withdrawal): string {
  return `${taskId}.${answer.id}.${answer.by.getTime()}`;
}

function parseName(name: string): Withdrawal | undefined {
  const [, taskId, id, by] = NAME.exec(name) ?? [];
  if (taskId === undefined || id === undefined) return undefined;
  return { taskId, answer: { id, by: new Date(Number(by)) } };
}

export class WithdrawalNotes {
  readonly #folder: string;
  readonly #logger: Logger;
  /** From a step that failed, of which a line tells, until something is noted again. */
  #isFailing = false;

  /** Makes the folder; while it cannot be used, what is to be withdrawn is known to the process alone, and a line says so. */
  constructor(folder: string, logger: Logger) {
    this.#folder = folder;
    this.#logger = logger;
    this.#try(() => makeFolder(folder));
  }

  /** Some of what is noted, by this process or an earlier one: as many as may wait at once. */
  read(): Withdrawal[] {
    const names = this.#try(() => readdirSync(this.#folder)) ?? [];
    return names.flatMap((name) => parseName(name) ?? []).slice(0, WITHDRAWAL_LIMITS.waiting);
  }

  /** Whether it is noted now. A folder that could not be made before, or is gone, is made then. */
  add(withdrawal: Withdrawal): boolean {
    const noted = this.#try(() => {
      if (this.#isFailing) makeFolder(this.#folder);
      closeSync(openSync(this.#pathOf(withdrawal), "a", 0o600));
      return true;
    });
    if (noted === true && this.#isFailing) {
      this.#isFailing = false;
      this.#logger.info({ folder: this.#folder }, "withdrawals can be noted again");
    }
    return noted === true;
  }

  remove(withdrawal: Withdrawal): void {
    this.#try(() => rmSync(this.#pathOf(withdrawal), { force: true }));
  }

  #pathOf(withdrawal: Withdrawal): string {
    return join(this.#folder, nameOf(withdrawal));
  }

  #try<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!this.#isFailing) {
        const folder = this.#folder;
        this.#logger.warn(
          { folder, err: error },
          "withdrawals cannot be noted: an end of the process loses them",
        );
      }
      this.#isFailing = true;
      return undefined;
    }
  }
}
