// A button that opens a list of things to do: arrows move, Escape and a click elsewhere close.
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { saveText } from "./form/save-text.ts";
import { Icon, type IconName } from "./icon.tsx";
import "./menu.css";

export interface MenuProps {
  readonly label: ComponentChildren;
  /** What it is called by those who do not see it. */
  readonly name: string;
  readonly class?: string;
  readonly buttonClass?: string;
  /** Opens upward. */
  readonly above?: boolean;
  readonly children: ComponentChildren;
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(".menu-item") ?? [])];
}

function moveFocus(list: HTMLElement | null, key: string): boolean {
  const items = itemsOf(list);
  const current = items.indexOf(document.activeElement as HTMLElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[key];
  if (target === undefined) return false;
  items[target]?.focus();
  return true;
}

/** Closes by a click or a focus elsewhere. */
function useCloseOutside(place: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onEvent = (event: Event): void => {
      if (event.target instanceof Node && place.current?.contains(event.target) !== true) close();
    };
    document.addEventListener("mousedown", onEvent);
    document.addEventListener("focusin", onEvent);
    return () => {
      document.removeEventListener("mousedown", onEvent);
      document.removeEventListener("focusin", onEvent);
    };
  }, [isOpen]);
}

/** The button with its list. When it opens, the first item has the focus; Escape gives that back to the button. */
export function Menu(props: MenuProps) {
  const { label, name, buttonClass = "button", above = false, children } = props;
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useCloseOutside(place, isOpen, () => setOpen(false));
  useLayoutEffect(() => {
    if (isOpen) itemsOf(list.current)[0]?.focus();
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    } else if (moveFocus(list.current, event.key)) event.preventDefault();
  };
  return (
    <div ref={place} class={`menu ${above ? "menu-above" : ""} ${props.class ?? ""}`}>
      <button
        ref={button}
        type="button"
        class={buttonClass}
        title={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          class="menu-list"
          role="menu"
          tabIndex={-1}
          aria-label={name}
          onKeyDown={onKeyDown}
          onClick={() => setOpen(false)}
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** Items below a label of their own. */
export function MenuGroup({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu.
    <div class="menu-group" role="group" aria-label={label}>
      <div class="menu-group-label" aria-hidden="true">
        {label}
      </div>
      {children}
    </div>
  );
}

/** One thing to do; a choice that is shown as made or not where `checked` is given. */
export function MenuItem(props: {
  onClick: () => void;
  icon?: IconName;
  /** Of several that exclude each other. */
  checked?: boolean;
  children: ComponentChildren;
}) {
  const { onClick, icon, checked, children } = props;
  const mark = checked === true ? "check" : icon;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: `aria-checked` is there for the role of radio items alone.
    <button
      type="button"
      class="menu-item"
      role={checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={checked}
      tabIndex={-1}
      onClick={onClick}
    >
      {mark === undefined ? <span /> : <Icon name={mark} size={16} />}
      <span class="truncate">{children}</span>
    </button>
  );
}

/** An item that is downloaded. */
export function MenuDownload(props: {
  href: string;
  /** Whether it is a text that is written when it is asked for: see save-text.ts. */
  isText?: boolean;
  children: ComponentChildren;
}) {
  const { href, isText = false, children } = props;
  return (
    <a
      class="menu-item"
      role="menuitem"
      tabIndex={-1}
      href={href}
      download=""
      onClick={(event) => {
        if (isText) void saveText(event, href);
      }}
    >
      <Icon name="download" size={16} />
      <span class="truncate">{children}</span>
    </a>
  );
}
