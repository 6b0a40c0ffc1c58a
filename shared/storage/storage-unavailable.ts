// The whole storage cannot be reached, such as a disk that is not mounted: this says nothing of single objects.
import { AppError } from "../errors.ts";

export class StorageUnavailable extends AppError {
  constructor(options: { readonly cause?: unknown } = {}) {
    super("UNAVAILABLE", "The storage is away for the moment.", options);
    this.name = "StorageUnavailable";
  }
}
