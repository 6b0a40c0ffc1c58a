/**
 * Why a process cannot start now; `message` says it to the operator and is shown without a stack. Unlike after a
 * SettingError its supervisor starts it again, since what is in the way may be gone by then.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}
