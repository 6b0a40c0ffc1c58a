// Passwords as Argon2id (RFC 9106) at OWASP's cost. Each takes a core for some 30 ms, outside the event loop: a few run at
// once and a bounded number waits, so that sign-ins never take the machine from requests. Composition rules and forced
// changes were rejected, as NIST SP 800-63B does: only the length counts.
import { hash, type Options, verify } from "@node-rs/argon2";
import { PASSWORD_LIMITS } from "../../../shared/limits/people.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import { Semaphore } from "../../../shared/semaphore.ts";

const COST: Options = {
  // `Algorithm.Argon2id`, which is a constant of the package's types alone.
  algorithm: 2,
  memoryCost: PASSWORD_LIMITS.memoryKib,
  timeCost: PASSWORD_LIMITS.passes,
  parallelism: PASSWORD_LIMITS.lanes,
};

/** The same password typed on two keyboards may be two sequences of code points. */
function normalize(password: string): string {
  return password.normalize("NFKC");
}

/** @param path of the field in the body @throws AppError INVALID_REQUEST */
export function checkPassword(password: string, path: string): void {
  const { minLength, maxLength } = PASSWORD_LIMITS;
  const length = [...normalize(password)].length;
  if (length >= minLength && length <= maxLength) return;
  const bound = length < minLength ? `at least ${minLength}` : `at most ${maxLength}`;
  throw invalidRequest([{ path, message: `must have ${bound} characters` }]);
}

/** Hashes and verifies a few passwords at once. */
export class PasswordHasher {
  /** What is compared where there is no password: an unknown address takes as long as a known one. */
  readonly #decoy = hash("nobody has this password", COST);
  readonly #places = new Semaphore({ atOnce: PASSWORD_LIMITS.atOnce, waiting: PASSWORD_LIMITS.waiting });

  /** @throws AppError UNAVAILABLE where too many wait */
  hash(password: string): Promise<string> {
    return this.#places.run(() => hash(normalize(password), COST));
  }

  /** @param stored undefined where nobody has a password; the answer is then no @throws AppError UNAVAILABLE */
  verify(stored: string | undefined, password: string): Promise<boolean> {
    return this.#places.run(async () => {
      const isRight = await verify(stored ?? (await this.#decoy), normalize(password));
      return isRight && stored !== undefined;
    });
  }
}
