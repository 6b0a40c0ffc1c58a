// Why a process of test files failed beside its tests: by what was thrown after one had ended, which the runner tells in
// the midst of all others, or by a crash, of which it tells nothing.

interface Told {
  readonly file?: string | undefined;
  readonly message: string;
}

interface Failed {
  readonly name: string;
  readonly file?: string | undefined;
  readonly details: { readonly error: object };
}

interface Exit {
  readonly exitCode?: number | null;
  readonly signal?: string | null;
}

export class FailedProcesses {
  readonly #told = new Map<string, string[]>();
  readonly #exits = new Map<string, Exit>();

  addMessage({ file, message }: Told): void {
    if (file === undefined || !message.startsWith("Error: ")) return;
    this.#told.set(file, [...(this.#told.get(file) ?? []), message]);
  }

  /** Counts only what stands for a whole process: that has its file's name. */
  addFailure({ name, file, details }: Failed): void {
    if (file !== undefined && name === file) this.#exits.set(file, details.error);
  }

  /** @param filesOf a process's entry's own test files */
  describe(filesOf: (entry: string) => readonly string[]): string {
    return [...this.#exits]
      .map(([entry, { exitCode, signal }]) => {
        const end = signal ? `was ended by ${signal}` : `ended with exit code ${exitCode}`;
        const lines = [`A process ${end}: ${filesOf(entry).join(" ")}`, ...(this.#told.get(entry) ?? [])];
        return `${lines.join("\n  ")}\n`;
      })
      .join("");
  }
}
