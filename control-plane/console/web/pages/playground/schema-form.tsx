// A form made from a JSON Schema: of the API's requests, and of any model's `input_schema`.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { ApiError } from "../../api/api-error.ts";
import { Checkbox, CheckboxGroup, SelectField, TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import {
  choicesOf,
  controlOf,
  type FormValue,
  type FormValues,
  type JsonSchema,
  labelOf,
  rangeOf,
} from "./json-schema.ts";

interface FieldOf {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly value: FormValue;
  readonly onChange: (value: FormValue) => void;
  readonly isRequired: boolean;
  /** JSON Pointer of the field in what is sent. */
  readonly path: string;
  readonly error: ApiError | undefined;
}

interface Words {
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly optional: boolean;
}

function wordsOf({ name, schema, isRequired, path, error }: FieldOf): Words {
  const initial = [undefined, ""].includes(schema.default as string)
    ? ""
    : ` Default: ${String(schema.default)}.`;
  return {
    label: labelOf(name, schema),
    // Descriptions are written for the API's document, in Markdown.
    hint: `${schema.description ?? ""}${rangeOf(schema)}${initial}`.trim().replaceAll("`", ""),
    error: error?.fieldMessage(path),
    optional: !isRequired,
  };
}

/** A value of a choice by its text, since a control only knows texts. */
function ChoiceField(field: FieldOf) {
  const choices = choicesOf(field.schema) ?? [];
  const chosen = field.value === undefined ? "" : String(field.value);
  // A template that the page's address names may not be among those that were read.
  const isListed = chosen === "" || choices.some(({ value }) => String(value) === chosen);
  const initial = field.schema.default;
  const none = initial === undefined ? "–" : `Default (${String(initial)})`;
  return (
    <SelectField
      {...wordsOf(field)}
      value={chosen}
      onChange={(text) => field.onChange(choices.find(({ value }) => String(value) === text)?.value)}
      options={[
        ...(field.isRequired ? [] : [{ value: "", label: none }]),
        ...choices.map(({ value, label }) => ({ value: String(value), label })),
        ...(isListed ? [] : [{ value: chosen, label: chosen }]),
      ]}
    />
  );
}

function QuantityField(field: FieldOf) {
  const { schema, value, onChange } = field;
  const { minimum, maximum, multipleOf, type } = schema;
  return (
    <NumberField
      {...wordsOf(field)}
      value={String(value ?? "")}
      onNumber={onChange}
      step={multipleOf === undefined ? (type === "integer" ? "1" : "any") : String(multipleOf)}
      {...(minimum === undefined ? {} : { min: String(minimum) })}
      {...(maximum === undefined ? {} : { max: String(maximum) })}
    />
  );
}

function StringField(field: FieldOf & { isLong: boolean }) {
  const { schema, value, onChange, isLong } = field;
  const [example] = schema.examples ?? [];
  return (
    <TextField
      {...wordsOf(field)}
      value={typeof value === "string" ? value : ""}
      onInput={(text) => onChange(text === "" ? undefined : text)}
      {...(isLong ? { rows: 3 } : {})}
      {...(typeof example === "string" ? { placeholder: example } : {})}
      {...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength })}
    />
  );
}

function ChoicesField(field: FieldOf) {
  const choices = choicesOf(field.schema.items ?? {}) ?? [];
  const chosen = Array.isArray(field.value) ? field.value.map(String) : [];
  return (
    <CheckboxGroup
      label={labelOf(field.name, field.schema)}
      options={choices.map(({ value, label }) => ({ value: String(value), label }))}
      chosen={chosen}
      onChange={(next) => field.onChange(next.length === 0 ? undefined : next)}
      error={field.error?.fieldMessage(field.path)}
    />
  );
}

function LinesField(field: FieldOf) {
  const words = wordsOf(field);
  const lines = Array.isArray(field.value) ? field.value.join("\n") : "";
  return (
    <TextField
      {...words}
      hint={`${words.hint} One a line.`.trim()}
      rows={3}
      value={lines}
      onInput={(text) => field.onChange(text === "" ? undefined : text.split("\n"))}
    />
  );
}

function readJson(text: string): { readonly value: FormValue } | undefined {
  if (text.trim() === "") return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function JsonField(field: FieldOf) {
  const words = wordsOf(field);
  const [text, setText] = useState(field.value === undefined ? "" : JSON.stringify(field.value, null, 2));
  const refusal = readJson(text) === undefined ? "This is no JSON yet." : undefined;
  return (
    <TextField
      {...words}
      hint={`${words.hint} As JSON.`.trim()}
      error={refusal ?? words.error}
      refusal={refusal}
      rows={4}
      mono
      value={text}
      onInput={(next) => {
        setText(next);
        const read = readJson(next);
        if (read !== undefined) field.onChange(read.value);
      }}
    />
  );
}

function BooleanField({ name, schema, value, onChange }: FieldOf) {
  const initial = schema.default === true;
  return (
    <Checkbox
      label={labelOf(name, schema)}
      hint={schema.description}
      checked={typeof value === "boolean" ? value : initial}
      onChange={(checked) => onChange(checked === initial ? undefined : checked)}
    />
  );
}

function GroupField(field: FieldOf) {
  const { name, schema, value, onChange, path, error } = field;
  return (
    <Fold title={labelOf(name, schema)} isOpen={Object.keys(value ?? {}).length > 0}>
      <SchemaFields
        schema={schema}
        values={(value ?? {}) as FormValues}
        onChange={onChange}
        path={path}
        error={error}
      />
    </Fold>
  );
}

function FieldFor(field: FieldOf) {
  switch (controlOf(field.schema)) {
    case "choice":
      return <ChoiceField {...field} />;
    case "boolean":
      return <BooleanField {...field} />;
    case "number":
      return <QuantityField {...field} />;
    case "text":
      return <StringField {...field} isLong={false} />;
    case "long-text":
      return <StringField {...field} isLong />;
    case "choices":
      return <ChoicesField {...field} />;
    case "lines":
      return <LinesField {...field} />;
    case "group":
      return <GroupField {...field} />;
    case "json":
      return <JsonField {...field} />;
  }
}

/** Fields that are seldom needed, until they are opened. */
export function Fold(props: {
  title: string;
  /** Whether it is open at first: nothing that is sent is hidden. */
  isOpen?: boolean;
  children: ComponentChildren;
}) {
  const { title, isOpen = false, children } = props;
  const id = useId();
  const [isOpenAtFirst] = useState(isOpen);
  return (
    <details class="fold" open={isOpenAtFirst}>
      <summary id={id}>{title}</summary>
      <div class="stack">{children}</div>
    </details>
  );
}

/** The controls of an object's properties: all, or those that `names` lists. */
export function SchemaFields(props: {
  schema: JsonSchema;
  values: FormValues;
  onChange: (values: FormValues) => void;
  /** Of the object in what is sent; empty for the whole. */
  path: string;
  error: ApiError | undefined;
  /** Which fields, in this order; all by default. */
  names?: readonly string[];
}) {
  const { schema, values, onChange, path, error } = props;
  const { properties = {}, required = [] } = schema;
  const names = props.names ?? Object.keys(properties);
  return (
    <>
      {names.map((name) => {
        const field = properties[name];
        return (
          field !== undefined && (
            <FieldFor
              key={name}
              name={name}
              schema={field}
              value={values[name]}
              onChange={(value) => {
                const changed = new Map(Object.entries(values));
                if (value === undefined) changed.delete(name);
                else changed.set(name, value);
                onChange(Object.fromEntries(changed));
              }}
              isRequired={required.includes(name)}
              path={`${path}/${name}`}
              error={error}
            />
          )
        );
      })}
    </>
  );
}
