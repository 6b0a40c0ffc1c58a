// Idempotency keys of what a form creates. An answer can be lost when the task is there and paid for, so each content that
// was sent keeps its key until it is answered: sent again it finds the same task. Another content is another task.

/** One for each form, for as long as it is shown. */
export class IdempotencyKeys {
  readonly #keys = new Map<string, string>();

  /** Sends a body under the key of its content. @throws whatever `send` throws; the key is kept then */
  async send<T>(body: object, send: (keyed: object) => Promise<T>): Promise<T> {
    const content = JSON.stringify(body);
    const key = this.#keys.get(content) ?? newKey();
    this.#keys.set(content, key);
    const answer = await send({ ...body, idempotency_key: key });
    this.#keys.delete(content);
    return answer;
  }
}

/** `crypto.randomUUID` is there only on pages that came by HTTPS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
