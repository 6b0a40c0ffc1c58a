import { AppError } from "../../shared/errors.ts";

/** That a model's files are not what its engine reads, or its networks do not give what it needs. The log has the reason. */
export function unusableModel(reason: string, options?: ErrorOptions): AppError {
  return new AppError("MODEL_UNAVAILABLE", undefined, { cause: new Error(reason, options) });
}
