// One form, beside the same call for a terminal and for a program.
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { ApiError } from "../../api/api-error.ts";
import { IdempotencyKeys } from "../../api/idempotency-keys.ts";
import { post } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { useSession, whoseOf } from "../../app/session.ts";
import { CodeBlock, JsonView } from "../../ui/code-block.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Card } from "../../ui/page-header.tsx";
import { ErrorNotice } from "../../ui/state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { ModelEntry } from "../models/model-entries.ts";
import { useBalance } from "../overview/balance.ts";
import { EmptyBalance } from "../overview/empty-balance.tsx";
import type { Task } from "../tasks/task-types.ts";
import { type FormName, furtherFields, type PlaygroundForm } from "./forms.ts";
import { ImageFields } from "./image-fields.tsx";
import { bodyOf, type FormValues, type JsonSchema } from "./json-schema.ts";
import { Fold, SchemaFields } from "./schema-form.tsx";
import { clientSnippet, curlSnippet } from "./snippets.ts";
import { hasMedia, type Source, SourceField, sourceFields } from "./source-field.tsx";

type Language = "curl" | "typescript" | "json";

const LANGUAGES = [
  { name: "curl", label: "curl" },
  { name: "typescript", label: "TypeScript" },
  { name: "json", label: "Body" },
] as const;

function SameCall({ form, body }: { form: PlaygroundForm; body: Record<string, unknown> }) {
  const [language, setLanguage] = useState<Language>("curl");
  const uploads = "s3_key" in body;
  return (
    <Card title="The same call" description="With a key of yours in CLIPMILL_API_KEY.">
      <Tabs label="Languages" tabs={LANGUAGES} current={language} onChange={setLanguage}>
        {language === "curl" && <CodeBlock text={curlSnippet(form, body)} label="the call with curl" />}
        {language === "typescript" && (
          <CodeBlock text={clientSnippet(form, body, uploads)} label="the call in TypeScript" />
        )}
        {language === "json" && <JsonView value={body} label="the request's body" />}
      </Tabs>
    </Card>
  );
}

export interface RequestFormProps {
  /** May change while the form is shown. */
  readonly form: PlaygroundForm;
  readonly schema: JsonSchema;
  readonly uploadSchema: JsonSchema;
  readonly models: readonly ModelEntry[];
  /** What the form that is shown first begins with, such as a template's input. */
  readonly initial: FormValues;
  readonly onCreated: (task: Task) => void;
}

type Entered = Partial<Record<FormName, FormValues>>;

/** What was entered and not sent, for who leaves the page and comes back; nobody else's. */
let kept: { readonly whose: string; readonly entered: Entered } = { whose: "", entered: {} };

/** What was entered in each form: another one's comes back with it, and the media is the same for all. */
function useValues(name: FormName, initial: FormValues) {
  const whose = whoseOf(useSession());
  const [entered, setEntered] = useState<Entered>(() => {
    const before = kept.whose === whose ? kept.entered : {};
    return Object.keys(initial).length > 0 ? { ...before, [name]: initial } : before;
  });
  const setValues = (values: FormValues): void => {
    const next = { ...entered, [name]: values };
    kept = { whose, entered: next };
    setEntered(next);
  };
  const forget = (): void => {
    kept = { whose, entered: {} };
  };
  return { values: entered[name] ?? {}, setValues, forget };
}

/**
 * Stops at what cannot be read. A number such as "1e" the browser gives as empty, and the API would take its own default;
 * of what is no JSON yet the form still holds what it was before. All else is judged by the API, which
 * knows better than a form made from its schema.
 */
function stopsAtUnreadable(form: HTMLFormElement): boolean {
  const field = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].find(
    (input) => (input.validity.badInput || input.validity.customError) && input.closest("[hidden]") === null,
  );
  if (field === undefined) return false;
  for (const fold of form.querySelectorAll("details")) if (fold.contains(field)) fold.open = true;
  field.reportValidity();
  return true;
}

/** What was entered is kept for the next visit until the task is created. */
export function RequestForm(props: RequestFormProps) {
  const { form, schema, uploadSchema, models, initial, onCreated } = props;
  const { values, setValues, forget } = useValues(form.name, initial);
  const { data: balance } = useBalance();
  const [source, setSource] = useState<Source>({});
  const isImage = form.urlField === undefined;
  const body = bodyOf({ ...sourceFields(form, source), ...values });
  const keys = useMemo(() => new IdempotencyKeys(), []);
  const create = useAction(async () => {
    if (!(isImage || hasMedia(source)))
      throw new ApiError({ status: 0, code: "NO_MEDIA", message: "There is no media yet." });
    const task = await keys.send(body, (keyed) => post<Task>(form.path, keyed));
    forget();
    onCreated(task);
  });
  // Before the page is drawn: that there is no media is not said beside one that is there.
  useLayoutEffect(() => create.clear(), [form.name, hasMedia(source)]);
  const fields = { schema, values, onChange: setValues, path: "", error: create.error };
  const further = furtherFields(form, schema);
  return (
    <div class="playground">
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!stopsAtUnreadable(event.currentTarget)) void create.run();
        }}
      >
        <EmptyBalance balance={balance} />
        {/* What was entered here is there again once images were looked at. */}
        <div hidden={isImage}>
          <Card title="Media">
            <SourceField
              form={form}
              schema={schema}
              uploadSchema={uploadSchema}
              source={source}
              onSource={setSource}
              error={create.error}
            />
          </Card>
        </div>
        {isImage ? (
          <ImageFields models={models} values={values} onChange={setValues} error={create.error} />
        ) : (
          <Card key={form.name} title="Request">
            <div class="stack">
              <SchemaFields {...fields} names={form.front} />
              <Fold title="More options" isOpen={further.some((field) => values[field] !== undefined)}>
                <SchemaFields {...fields} names={further} />
              </Fold>
            </div>
          </Card>
        )}
        <ErrorNotice error={create.error} />
        <div class="row">
          <Button type="submit" kind="primary" icon="play" busy={create.isRunning}>
            Start
          </Button>
        </div>
      </form>
      <SameCall form={form} body={body} />
    </div>
  );
}
