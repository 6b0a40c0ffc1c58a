// Why somebody did not come in by single sign-on. The browser is told the word alone, for which the page for signing in
// has a sentence: nothing that a provider wrote, or that stands in an address, is ever shown. The log has the details.
import type { SignOnFailure } from "../../console/api-types/sign-on.ts";

export class SignOnRefused extends Error {
  readonly failure: SignOnFailure;

  /** @param detail for the log */
  constructor(failure: SignOnFailure, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = "SignOnRefused";
    this.failure = failure;
  }
}
