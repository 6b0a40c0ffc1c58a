// A reason why a process cannot start, or go on, that its operator can do something about: the message is shown alone,
// without a stack, and the process ends with the code. A SettingError is the same of what only a setting mends; after this
// one a supervisor starts again, unless the code says otherwise. Anything else that is thrown is a defect and is logged whole.

export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, options: { readonly exitCode?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "StartError";
    this.exitCode = options.exitCode ?? 1;
  }
}
