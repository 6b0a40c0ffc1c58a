// Keeps what fails while a page is drawn within the page: without it nothing would stand there any more, the navigation
// gone too. Another place is another try.
import { Component, type ComponentChildren } from "preact";
import { type ApiError, asApiError } from "../api/api-error.ts";
import { ErrorState } from "../ui/state.tsx";

interface Props {
  /** The place that is drawn. */
  readonly path: string;
  readonly children: ComponentChildren;
}

export class PageBoundary extends Component<Props, { readonly error: ApiError | undefined }> {
  override state = { error: undefined };

  override componentDidCatch(thrown: unknown): void {
    this.setState({ error: asApiError(thrown) });
    // The browser's console has it with its stack, as if nobody had caught it.
    reportError(thrown);
  }

  override componentDidUpdate(before: Readonly<Props>): void {
    if (before.path !== this.props.path && this.state.error !== undefined) this.#tryAgain();
  }

  readonly #tryAgain = (): void => this.setState({ error: undefined });

  override render({ children }: Props, { error }: { error: ApiError | undefined }): ComponentChildren {
    return error === undefined ? children : <ErrorState error={error} onRetry={this.#tryAgain} />;
  }
}
