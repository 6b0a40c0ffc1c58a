// Statements and transactions that met another one crosswise: PostgreSQL undoes one of the two, which is then done again.
import { isDeadlock } from "../../shared/db/classify-error.ts";

/**
 * Does work again that met another's crosswise, up to so many times in all.
 * @param work leaves nothing behind where it fails
 * @param isCollision whether a failure is such a meeting; a deadlock unless told
 */
export async function repeatOnCollision<T>(
  attempts: number,
  work: () => Promise<T>,
  isCollision: (error: unknown) => boolean = isDeadlock,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isCollision(error) || attempt >= attempts) throw error;
    }
  }
}
