// What each page begins with, and the cards and tiles that it is made of.
import type { ComponentChildren } from "preact";
import { hrefOf } from "../app/router.ts";
import { Icon } from "./icon.tsx";
import "./page-header.css";

/** The page's only heading of the first level, with its actions at the other side. */
export function PageHeader(props: {
  title: ComponentChildren;
  description?: ComponentChildren;
  /** Where the page belongs to a list. */
  back?: { path: string; label: string };
  actions?: ComponentChildren;
}) {
  const { title, description, back, actions } = props;
  return (
    <header class="page-header">
      <div class="page-header-text">
        {back !== undefined && (
          <a class="back" href={hrefOf(back.path)}>
            <Icon name="left" size={16} />
            {back.label}
          </a>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {description !== undefined && <p>{description}</p>}
      </div>
      {actions !== undefined && <div class="row">{actions}</div>}
    </header>
  );
}

/** A part of a page below a heading of the second level, where it has a title. */
export function Card(props: {
  title?: ComponentChildren;
  description?: ComponentChildren;
  actions?: ComponentChildren;
  /** Without a margin inside: for tables. */
  flush?: boolean;
  children: ComponentChildren;
}) {
  const { title, description, actions, flush = false, children } = props;
  return (
    <section class="card">
      {title !== undefined && (
        <div class="card-head">
          <div>
            <h2>{title}</h2>
            {description !== undefined && <p>{description}</p>}
          </div>
          {actions !== undefined && <div class="row">{actions}</div>}
        </div>
      )}
      {flush ? children : <div class="card-body">{children}</div>}
    </section>
  );
}

/** More characters do not fit beside three other tiles. */
const MAX_LARGE = 12;

/** A number that matters, with its name. Several stand in a `div` of class `tiles`. */
export function Tile(props: { label: string; value: ComponentChildren; note?: ComponentChildren }) {
  const isLong = typeof props.value === "string" && props.value.length > MAX_LARGE;
  return (
    <div class="card tile">
      <div class="tile-label">{props.label}</div>
      <div class={isLong ? "tile-value tile-value-long" : "tile-value"}>{props.value}</div>
      {props.note !== undefined && <div class="tile-note">{props.note}</div>}
    </div>
  );
}
