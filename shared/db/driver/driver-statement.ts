// A statement as the PostgreSQL driver (3.4.9) makes it: a promise with what the driver keeps in it and its types leave out.

export interface DriverStatement extends Promise<unknown> {
  /** Sends it, when somebody asks for its result. */
  handler: (statement: DriverStatement) => unknown;
  /** `onexecute`, once it is sent: false keeps others from being sent behind it. The driver's own BEGIN has one. */
  readonly options: { onexecute?: () => unknown };
  reject(error: Error): unknown;
}

/** False for a helper, which is a part of a statement. */
export function isStatement(value: unknown): value is DriverStatement {
  return value instanceof Promise && typeof (value as { handler?: unknown }).handler === "function";
}
