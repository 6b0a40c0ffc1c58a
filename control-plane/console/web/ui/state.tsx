// What stands where nothing can be shown yet, nothing is there, or something failed; and lines of notice above a view.
import type { ComponentChildren } from "preact";
import { type ApiError, inWords, isWithin } from "../api/api-error.ts";
import type { Resource } from "../api/use-resource.ts";
import { Button } from "./form/button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import "./state.css";

/** Grey lines in the place of what is being loaded. */
export function Loading({ lines = 5, label = "Loading" }: { lines?: number; label?: string }) {
  return (
    <div class="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/** Says that a list is empty, why, and what to do about it. */
export function EmptyState(props: {
  icon?: IconName;
  title: string;
  children?: ComponentChildren;
  action?: ComponentChildren;
}) {
  const { icon = "info", title, children, action } = props;
  return (
    <div class="state">
      <Icon name={icon} size={28} />
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div class="row">{action}</div>}
    </div>
  );
}

/** What a reader can do about it, if they need to do anything. @param isRetried whether another try comes by itself */
function adviceOn({ advice }: ApiError, isRetried: boolean): string | undefined {
  return isRetried ? "It is tried again by itself until it succeeds." : advice;
}

/** In the place of a view that could not be loaded. */
export function ErrorState(props: { error: ApiError; isRetried?: boolean; onRetry?: () => void }) {
  const { error, isRetried = false, onRetry } = props;
  const advice = adviceOn(error, isRetried);
  return (
    <div class="state state-error" role="alert">
      <Icon name="warning" size={28} />
      <h2>{error.message}</h2>
      {advice !== undefined && <p>{advice}</p>}
      {error.requestId !== undefined && <p class="faint">Request {error.requestId}</p>}
      {onRetry !== undefined && (
        <div class="row">
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

const NOTICE_ICONS = { info: "info", good: "check", warning: "warning", error: "warning" } as const;

/** One or two sentences above a view or a form. An error is read aloud at once. */
export function Notice(props: {
  kind: keyof typeof NOTICE_ICONS;
  title?: string;
  children?: ComponentChildren;
}) {
  const { kind, title, children } = props;
  return (
    <div class={`notice notice-${kind}`} role={kind === "error" ? "alert" : undefined}>
      <Icon name={NOTICE_ICONS[kind]} size={18} />
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
    </div>
  );
}

/** What is wrong with what was entered; the paths are those of the request, without their slashes. */
function InputNotice({ error }: { error: ApiError }) {
  return (
    <Notice kind="error" title="Not everything here can be taken.">
      <ul>
        {error.details.map((detail) => (
          <li key={detail.path + detail.message}>
            {detail.path.slice(1).replaceAll("/", " › ")} {inWords(detail)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** A change that failed, above the form or the button that made it. */
export function ErrorNotice(props: { error: ApiError | undefined; isRetried?: boolean }) {
  const { error, isRetried = false } = props;
  if (error === undefined) return null;
  if (error.isAboutInput) return <InputNotice error={error} />;
  return (
    <Notice kind="error" title={error.message}>
      {adviceOn(error, isRetried)}
      {error.status >= 500 && error.requestId !== undefined && (
        <div class="request-id">Request {error.requestId}</div>
      )}
    </Notice>
  );
}

/**
 * The same for a form whose fields show what is wrong with them: that is said here only to those who hear the page.
 * @param fields paths of the request, such as `/code`
 */
export function FormErrorNotice({
  error,
  fields,
}: {
  error: ApiError | undefined;
  fields: readonly string[];
}) {
  const isShown =
    error?.isAboutInput === true &&
    error.details.every(({ path }) => fields.some((field) => isWithin(path, field)));
  if (!isShown) return <ErrorNotice error={error} />;
  return (
    <p class="visually-hidden" role="alert">
      {fields.flatMap((field) => error.fieldMessage(field) ?? []).join(" ")}
    </p>
  );
}

/** Shows a resource: grey lines at first, an error with another try, otherwise what it holds. */
export function Loaded<T>(props: {
  resource: Resource<T>;
  children: (data: T) => ComponentChildren;
  lines?: number;
}) {
  const { data, error, reload, isStale } = props.resource;
  if (data !== undefined) {
    return (
      <div class="loaded" aria-busy={isStale ? "true" : undefined}>
        {error !== undefined && <ErrorNotice error={error} isRetried={error.isPassing} />}
        {props.children(data)}
      </div>
    );
  }
  if (error !== undefined) return <ErrorState error={error} isRetried={error.isPassing} onRetry={reload} />;
  return <Loading {...(props.lines === undefined ? {} : { lines: props.lines })} />;
}
