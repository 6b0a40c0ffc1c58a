// What clients remember of the creates that they have sent: each one's mark, by which its task is found again in the
// database, and every answer it got. The account is taken against these books and not against what the service says.
import type { TestAccount } from "../database/test-account.ts";
import type { Answer } from "./client.ts";

export interface RecordedCreate {
  /** Stands somewhere in the task's request and in no other create's. */
  readonly mark: string;
  /** Such as "/clips". */
  readonly path: string;
  readonly account: TestAccount;
  readonly body: Readonly<Record<string, unknown>>;
  readonly hasIdempotencyKey: boolean;
  /** One, and one more for each repeat. */
  readonly answers: Answer[];
  /** Requests under way. */
  open: number;
}

/** What a mark looks like: a tag of ours, or the storage key of an upload that one create alone names. */
export const MARK = /tag-\d+-end|uploads\/\w+\/[\w.]+/;

export class Books {
  readonly creates: RecordedCreate[] = [];
  #tags = 0;

  newTag(): string {
    this.#tags += 1;
    return `tag-${this.#tags}-end`;
  }

  /** Before the request is sent: what is cut off must be in the books as well. */
  open(create: Omit<RecordedCreate, "answers" | "open">): RecordedCreate {
    const recorded: RecordedCreate = { ...create, answers: [], open: 0 };
    this.creates.push(recorded);
    return recorded;
  }

  /** Answers by status, "none" for those that never came. */
  countAnswers(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { status } of this.creates.flatMap((create) => create.answers)) {
      const name = String(status ?? "none");
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }
}

/** The id of the task that an answer tells of. */
export function taskIdOf(answer: Answer): string | undefined {
  const data = answer.body.data as { readonly task_id?: unknown } | undefined;
  return answer.status === 201 && typeof data?.task_id === "string" ? data.task_id : undefined;
}

/** The ids that a create was told, each once. */
export function toldTaskIds(create: RecordedCreate): string[] {
  return [...new Set(create.answers.map(taskIdOf).filter((id) => id !== undefined))];
}

/** Whether some request of it has no answer, or none yet: it may have a task that nobody was told of. */
export function isUncertain(create: RecordedCreate): boolean {
  return create.open > 0 || create.answers.some((answer) => answer.status === null);
}
