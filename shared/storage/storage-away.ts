// The whole storage is out of sight, such as a disk that is not mounted: nothing is known to be missing from it.
import { AppError } from "../errors.ts";

export class StorageAway extends AppError {
  constructor(options: { readonly cause?: unknown } = {}) {
    super("UNAVAILABLE", "The storage is away for the moment.", options);
    this.name = "StorageAway";
  }
}
