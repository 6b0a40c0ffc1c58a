// A labelled control with its hint and what is wrong with it, tied together for those who hear the page.
import type { ComponentChildren, InputHTMLAttributes, RefObject } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon } from "../icon.tsx";
import { IconButton } from "./button.tsx";
import "./field.css";

export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly optional?: boolean;
}

interface Control {
  readonly id: string;
  readonly "aria-invalid": "true" | undefined;
  readonly "aria-describedby": string | undefined;
}

/** The frame of a control of one's own: gives it its id and what describes it. */
function Field(props: FieldProps & { children: (control: Control) => ComponentChildren }) {
  const { label, hint, error, optional = false, children } = props;
  const id = useId();
  const described = [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`];
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
        {optional && <span class="field-optional"> (optional)</span>}
      </label>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : "true",
        "aria-describedby": described.join(" ").trim() || undefined,
      })}
      {hint !== undefined && (
        <div class="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error !== undefined && (
        <div class="field-error" id={`${id}-error`}>
          <Icon name="warning" size={16} />
          {error}
        </div>
      )}
    </div>
  );
}

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly onBlur?: () => void;
  readonly name?: string;
  readonly type?: "text" | "email" | "number" | "search" | "url" | "datetime-local" | "date";
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly autofocus?: boolean;
  readonly inputMode?: "text" | "numeric" | "decimal" | "email" | "url";
  readonly maxLength?: number;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly mono?: boolean;
  /** Many lines where it is given. */
  readonly rows?: number;
  /** Why a form is not sent with many lines as they are; undefined where it may be. */
  readonly refusal?: string | undefined;
}

/** Preact's types have a shape of their own for each type of input; all that is set here fits each of them. */
function inputOf(control: Control, attributes: object, type: string): InputHTMLAttributes<HTMLInputElement> {
  return { ...control, ...attributes, type } as InputHTMLAttributes<HTMLInputElement>;
}

/** Browsers heed `autofocus` in the page that they load, and not in what is drawn into it later. */
function useAutofocus(isWanted: boolean): RefObject<HTMLInputElement | null> {
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus();
  }, [isWanted]);
  return element;
}

/** A line of text, or several with `rows`. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    hint,
    error,
    optional,
    value,
    onInput,
    rows,
    refusal,
    mono = false,
    type = "text",
    ...rest
  } = props;
  const input = useAutofocus(rest.autofocus === true);
  // By what is typed: a title may be in Hebrew or Arabic, an address or a number is not.
  const dir = type === "text" || type === "search" ? ("auto" as const) : undefined;
  const attributes = { ...rest, class: mono ? "input mono" : "input", value, dir };
  return (
    <Field label={label} hint={hint} error={error} {...(optional === undefined ? {} : { optional })}>
      {(control) =>
        rows === undefined ? (
          <input
            {...inputOf(control, attributes, type)}
            ref={input}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        ) : (
          <textarea
            {...control}
            {...attributes}
            rows={rows}
            ref={(element: HTMLTextAreaElement | null) => element?.setCustomValidity(refusal ?? "")}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

/** A password, which can be shown. */
export function PasswordField(
  props: FieldProps & {
    value: string;
    onInput: (value: string) => void;
    name?: string;
    autocomplete: "current-password" | "new-password";
    autofocus?: boolean;
  },
) {
  const { value, onInput, name = "password", autocomplete, autofocus = false, ...field } = props;
  const input = useAutofocus(autofocus);
  const [isShown, setShown] = useState(false);
  return (
    <Field {...field}>
      {(control) => (
        <div class="field-with-button">
          <input
            {...inputOf(
              control,
              { name, autocomplete, value, required: true },
              isShown ? "text" : "password",
            )}
            ref={input}
            class="input"
            spellcheck={false}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          <IconButton
            icon={isShown ? "hide" : "show"}
            label={isShown ? "Hide the password" : "Show the password"}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}

export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/** One of several options, from a list that opens. */
export function SelectField<Value extends string>(
  props: FieldProps & {
    value: Value;
    onChange: (value: Value) => void;
    options: readonly Option<Value>[];
    name?: string;
    disabled?: boolean;
  },
) {
  const { value, onChange, options, name, disabled, ...field } = props;
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          class="input"
          name={name}
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** One box to tick, with its words behind it. */
export function Checkbox(props: {
  label: ComponentChildren;
  hint?: ComponentChildren;
  checked: boolean;
  onChange: (checked: boolean) => void;
  name?: string;
  disabled?: boolean;
}) {
  const { label, hint, checked, onChange, name, disabled } = props;
  const id = useId();
  return (
    <div class="choice">
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

/** Several boxes that belong together, such as a key's scopes. */
export function CheckboxGroup<Value extends string>(props: {
  label: string;
  options: readonly Option<Value>[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  error?: string | undefined;
}) {
  const { label, options, chosen, onChange, error } = props;
  return (
    <fieldset class="choices" aria-invalid={error === undefined ? undefined : "true"}>
      <legend class="field-label">{label}</legend>
      {options.map(({ value, label: text, hint }) => (
        <Checkbox
          key={value}
          label={text}
          hint={hint}
          checked={chosen.includes(value)}
          onChange={(checked) =>
            // In the options' order, whatever was ticked first.
            onChange(
              options
                .map((option) => option.value)
                .filter((item) => (item === value ? checked : chosen.includes(item))),
            )
          }
        />
      ))}
      {error !== undefined && <div class="field-error">{error}</div>}
    </fieldset>
  );
}
