// An object has other content than the one that was asked for, or than it had when reading it began.
import { AppError } from "../errors.ts";

export class ObjectReplaced extends AppError {
  constructor(options: { readonly cause?: unknown } = {}) {
    super("UNAVAILABLE", "The file changed while it was read.", options);
    this.name = "ObjectReplaced";
  }
}
