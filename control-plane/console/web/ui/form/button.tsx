// Buttons do, links lead. Both look the same where they stand side by side.
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../icon.tsx";
import "./button.css";

interface Look {
  readonly kind?: "primary" | "danger" | "quiet" | "plain";
  readonly size?: "small" | "usual";
  readonly icon?: IconName;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

export interface ButtonProps extends Look {
  readonly type?: "button" | "submit";
  readonly onClick?: (event: MouseEvent) => void;
  readonly disabled?: boolean;
  /** Shows that its work is under way, and takes no further click. */
  readonly busy?: boolean;
  readonly title?: string;
}

export interface IconButtonProps {
  readonly icon: IconName;
  /** What it does, for those who do not see the icon, and on hover. */
  readonly label: string;
  readonly onClick?: (event: MouseEvent) => void;
  readonly size?: "small" | "usual";
  readonly kind?: "quiet" | "plain";
  readonly expanded?: boolean;
  readonly disabled?: boolean;
}

function classOf({ kind = "plain", size = "usual", wide = false }: Omit<Look, "children">): string {
  const classes = ["button", `button-${kind}`];
  if (size === "small") classes.push("button-small");
  if (wide) classes.push("button-wide");
  return classes.join(" ");
}

/** Disabled and busy buttons keep the focus, so that a keyboard does not lose its place. */
export function Button({ type = "button", onClick, disabled = false, busy = false, ...rest }: ButtonProps) {
  const { icon, children, title } = rest;
  const off = disabled || busy;
  return (
    <button
      type={type}
      class={classOf(rest)}
      aria-disabled={off ? "true" : undefined}
      aria-busy={busy ? "true" : undefined}
      title={title}
      onClick={(event) => {
        if (off) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? (
        <span class="spinner" aria-hidden="true" />
      ) : (
        icon !== undefined && <Icon name={icon} size={16} />
      )}
      {children}
    </button>
  );
}

/** A button that is an icon alone. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, onClick, size = "usual", kind = "quiet", expanded, disabled = false } = props;
  return (
    <button
      type="button"
      class={`${classOf({ kind, size })} button-icon`}
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      aria-disabled={disabled ? "true" : undefined}
      onClick={(event) => {
        if (!disabled) onClick?.(event);
      }}
    >
      <Icon name={icon} size={size === "small" ? 16 : 18} />
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton(props: Look & { href: string; download?: boolean; newTab?: boolean }) {
  const { href, download = false, newTab = false, ...look } = props;
  return (
    <a
      class={classOf(look)}
      href={href}
      {...(download ? { download: "" } : {})}
      {...(newTab ? { target: "_blank", rel: "noreferrer" } : {})}
    >
      {look.icon !== undefined && <Icon name={look.icon} size={16} />}
      {look.children}
    </a>
  );
}
