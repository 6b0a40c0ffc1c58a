// The room of a disk or a bucket that is looked at again and again. Who looks waits a short time and goes by the last
// answer where the next one takes longer: a bucket that is slow with each request works all the same. One question is under
// way at a time, since a network disk that is away keeps it for ever, and a thread with it. Without an answer for long, or
// after a failure, nothing is known of the storage until it answers; an answer that is long overdue is not waited for.
import { AppError } from "../errors.ts";
import { SPACE_LIMITS } from "../limits/storage.ts";
import { withTimeout } from "../with-timeout.ts";
import type { DiskSpace } from "./free-space.ts";

type SpaceBounds = { readonly [Bound in keyof typeof SPACE_LIMITS]: number };

interface Question {
  readonly answer: Promise<DiskSpace>;
  readonly askedAt: number;
}

export class WatchedSpace {
  readonly #read: () => Promise<DiskSpace>;
  readonly #bounds: SpaceBounds;
  #question: Question | undefined;
  #last: DiskSpace | undefined;

  constructor(read: () => Promise<DiskSpace>, bounds: SpaceBounds = SPACE_LIMITS) {
    this.#read = read;
    this.#bounds = bounds;
  }

  /** The room as it was told last. @throws AppError UNAVAILABLE where nothing was told for long; the storage's error */
  async look(): Promise<DiskSpace> {
    const { firstLookMs, lookMs, patienceMs } = this.#bounds;
    const last = this.#last;
    const isOverdue = ({ askedAt }: Question): boolean => performance.now() - askedAt >= patienceMs;
    // Each wait would leave its record with a question that is perhaps never answered.
    if (this.#question !== undefined && isOverdue(this.#question)) throw new AppError("UNAVAILABLE");
    this.#question ??= this.#ask();
    const question = this.#question;
    try {
      return await withTimeout(last === undefined ? firstLookMs : lookMs, question.answer);
    } catch (error) {
      const isWaitedFor = this.#question === question && !isOverdue(question);
      if (last === undefined || !isWaitedFor) throw error;
      return last;
    }
  }

  #ask(): Question {
    const ask = async (): Promise<DiskSpace> => {
      try {
        this.#last = await this.#read();
        return this.#last;
      } catch (error) {
        this.#last = undefined;
        throw error;
      } finally {
        this.#question = undefined;
      }
    };
    return { answer: ask(), askedAt: performance.now() };
  }
}
