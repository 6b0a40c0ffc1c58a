// One form, beside the same call for a terminal and for a program.
import { useLayoutEffect, useState } from "preact/hooks";
import { ApiError } from "../../api/api-error.ts";
import { useStore } from "../../app/store.ts";
import { CodeBlock, JsonView } from "../../ui/code-block.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Card } from "../../ui/page-header.tsx";
import { ErrorNotice } from "../../ui/state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { ModelEntry } from "../models/model-entries.ts";
import { useBalance } from "../overview/balance.ts";
import { EmptyBalance } from "../overview/empty-balance.tsx";
import { useEnteredValues } from "./entered-values.ts";
import { furtherFields, type PlaygroundForm } from "./forms.ts";
import { ImageFields } from "./image-fields.tsx";
import type { FormValues, JsonSchema } from "./json-schema.ts";
import { Fold, SchemaFields } from "./schema-form.tsx";
import { clientSnippet, curlSnippet } from "./snippets.ts";
import { hasMedia, type Source } from "./source.ts";
import { SourceField } from "./source-field.tsx";
import { requestOf, type Started, startTask } from "./start-task.ts";
import { isArriving, startOnceSent, type TabUpload, tabUpload } from "./tab-upload.ts";

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
  /** What came of its last start. */
  readonly started: Started | undefined;
  /** Whether a task is being made, also of another form. */
  readonly isStarting: boolean;
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

/** Whether the media is a file that is on its way: its task can be started beforehand. */
function waitsForFile(form: PlaygroundForm, source: Source, sending: TabUpload | undefined): boolean {
  return form.urlField !== undefined && source.url === undefined && !hasMedia(source) && isArriving(sending);
}

/** Why nothing can be started yet, other than what the API says itself. */
function lackOf({ form, schema }: RequestFormProps, source: Source, sending: TabUpload | undefined) {
  const { urlField, durationField = "" } = form;
  if (!waitsForFile(form, source, sending)) {
    if (urlField === undefined || hasMedia(source)) return undefined;
    return new ApiError({ status: 0, code: "NO_MEDIA", message: "There is no media yet." });
  }
  if (sending?.durationS !== undefined || schema.required?.includes(durationField) !== true) return undefined;
  const message = "is not known yet: enter it, where the browser cannot tell";
  const details = [{ path: `/${durationField}`, message }];
  return new ApiError({ status: 400, code: "NO_LENGTH", message: "The length is not known yet.", details });
}

/** What was entered is kept for the next visit until the task is created. */
export function RequestForm(props: RequestFormProps) {
  const { form, schema, uploadSchema, models, initial, started, isStarting } = props;
  const { values, setValues } = useEnteredValues(form.name, initial);
  const { data: balance } = useBalance();
  const [source, setSource] = useState<Source>({});
  const sending = useStore(tabUpload);
  const isImage = form.urlField === undefined;
  const lack = lackOf(props, source, sending);
  /** The lack that kept it from being started. */
  const [toldLack, setToldLack] = useState<string>();
  // Before the page is drawn: that there is no media is not said beside one that is there.
  useLayoutEffect(() => setToldLack(undefined), [form.name, lack?.code]);
  const error =
    toldLack !== undefined && toldLack === lack?.code
      ? lack
      : started?.kind === "refused"
        ? started.error
        : undefined;
  const isFileAwaited = waitsForFile(form, source, sending);
  const begin = (): void => {
    const start = { form, values };
    setToldLack(lack?.code);
    if (lack !== undefined) return;
    if (isFileAwaited) startOnceSent(start);
    else void startTask(start, source);
  };
  const fields = { schema, values, onChange: setValues, path: "", error };
  const further = furtherFields(form, schema);
  return (
    <div class="playground">
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!stopsAtUnreadable(event.currentTarget)) begin();
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
              error={error}
            />
          </Card>
        </div>
        {isImage ? (
          <ImageFields models={models} values={values} onChange={setValues} error={error} />
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
        <ErrorNotice error={error} />
        <div class="row">
          <Button type="submit" kind="primary" icon="play" busy={isStarting}>
            Start
          </Button>
          {isFileAwaited && <span class="soft">It starts once your file has arrived.</span>}
        </div>
      </form>
      <SameCall form={form} body={requestOf({ form, values }, source)} />
    </div>
  );
}
