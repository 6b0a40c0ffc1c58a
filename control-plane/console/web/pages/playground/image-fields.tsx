// The request of an image: which model, in which quality, how many, and the model's own input.
import { useLayoutEffect } from "preact/hooks";
import type { ApiError } from "../../api/api-error.ts";
import { SelectField } from "../../ui/form/field.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { formatMoodsOf } from "../../ui/format.ts";
import { Card } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/state.tsx";
import type { ModelEntry } from "../models/model-entries.ts";
import type { FormValues } from "./json-schema.ts";
import { SchemaFields } from "./schema-form.tsx";

interface ImageFieldsProps {
  readonly models: readonly ModelEntry[];
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
  readonly error: ApiError | undefined;
}

function tierOptions({ model_tiers: tiers, tier_prices: prices }: ModelEntry) {
  return tiers.map((tier) => ({
    value: tier,
    label: `${tier} · ${formatMoodsOf(prices[tier] ?? 0)} each`,
  }));
}

function ModelInput({
  model,
  values,
  onChange,
  error,
}: Omit<ImageFieldsProps, "models"> & { model: ModelEntry }) {
  return (
    <Card title="Input" description={`What ${model.title} takes.`}>
      <div class="stack">
        <SchemaFields
          schema={model.input_schema}
          values={(values.input ?? {}) as FormValues}
          onChange={(input) => onChange({ ...values, input })}
          path="/input"
          error={error}
        />
      </div>
    </Card>
  );
}

export function ImageFields({ models, values, onChange, error }: ImageFieldsProps) {
  const makers = models.filter(({ capability }) => capability !== "HIGHLIGHT_RENDER");
  const chosen = makers.find(({ model }) => model === values.model) ?? makers[0];
  const slug = chosen?.model;
  useLayoutEffect(() => {
    if (slug !== undefined && values.model !== slug) onChange({ ...values, model: slug });
  }, [slug]);
  if (chosen === undefined) {
    return (
      <EmptyState icon="models" title="No model can make images now">
        Ask your operator to install one: by Models → Catalogue here, or by{" "}
        <code>npm run models -- pull sd-turbo</code> on a media node.
      </EmptyState>
    );
  }
  const { output_count: count, model_tier: tier } = values;
  return (
    <>
      <Card title="Model">
        <div class="stack">
          <SelectField
            label="Model"
            value={chosen.model}
            hint={chosen.subtitle}
            onChange={(model) => onChange({ model })}
            options={makers.map(({ model, title }) => ({ value: model, label: title }))}
            error={error?.fieldMessage("/model")}
          />
          <SelectField
            label="Tier"
            value={typeof tier === "string" ? tier : (chosen.model_tiers[0] ?? "")}
            onChange={(model_tier) => onChange({ ...values, model_tier })}
            options={tierOptions(chosen)}
            error={error?.fieldMessage("/model_tier")}
          />
          <NumberField
            label="How many"
            min="1"
            max={String(chosen.max_output_count)}
            step="1"
            hint={`1 to ${chosen.max_output_count}.`}
            placeholder={String(chosen.default_output_count)}
            value={String(count ?? "")}
            onNumber={(output_count) => onChange({ ...values, output_count })}
            error={error?.fieldMessage("/output_count")}
          />
        </div>
      </Card>
      <ModelInput key={chosen.model} model={chosen} values={values} onChange={onChange} error={error} />
    </>
  );
}
