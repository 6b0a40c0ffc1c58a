// A reason why the appliance cannot run that its operator can do something about: commands print the message alone,
// without a stack, and exit with the code. Anything else that is thrown is a defect and is logged whole.

export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, options: { readonly exitCode?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "StartError";
    this.exitCode = options.exitCode ?? 1;
  }
}
