// What this appliance can generate: its models, and templates to start from.
import { useState } from "preact/hooks";
import type { Static } from "typebox";
import type { Template as TemplateSchema } from "../../../../../shared/schemas/template.ts";
import { chosenIn } from "../../api/list-page.ts";
import { useList } from "../../api/use-list.ts";
import { useResource } from "../../api/use-resource.ts";
import { hrefOf, setQuery, usePlace } from "../../app/router.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/form/button.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { formatCount, formatCountOf, formatMoods } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { useBroken } from "../../ui/media/use-broken.ts";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type ModelEntry, readModels } from "./model-entries.ts";
import "./models.css";

type Template = Static<typeof TemplateSchema>;

function pricesText({ model_tiers: tiers, tier_prices: prices }: ModelEntry): string {
  return tiers.map((tier) => `${tier} ${formatMoods(prices[tier] ?? 0)}`).join(" · ");
}

function makeOf(capability: string): string {
  return capability === "HIGHLIGHT_RENDER" ? "highlights" : "images";
}

function ModelCard({ model }: { model: ModelEntry }) {
  return (
    <Card
      title={model.title}
      description={model.subtitle}
      actions={
        <LinkButton size="small" icon="play" href={hrefOf(`/playground?make=${makeOf(model.capability)}`)}>
          Try it
        </LinkButton>
      }
    >
      <div class="stack">
        <div class="row">
          <Badge plain>{model.capability.toLowerCase().replaceAll("_", " ")}</Badge>
          <span class="mono faint">{model.model}</span>
        </div>
        <p class="soft">Moods an output: {pricesText(model)}</p>
      </div>
    </Card>
  );
}

function Preview({ template }: { template: Template }) {
  const [shown] = template.preview_results;
  const url = shown?.media_url ?? template.media_url;
  const isVideo = shown?.content_type.startsWith("video/") ?? /\.(mp4|webm)(\?|$)/.test(url);
  const [isBroken, onError] = useBroken(url);
  if (isBroken) {
    return (
      <div class="template-blank">
        <Icon name="templates" size={28} />
      </div>
    );
  }
  if (isVideo)
    return <video src={url} muted loop playsInline preload="metadata" controls onError={onError} />;
  return <img src={url} alt={template.description} loading="lazy" onError={onError} />;
}

function TemplateCard({ template }: { template: Template }) {
  const {
    template_id: id,
    description,
    category,
    model_title: model,
    capability,
    usage_count: uses,
  } = template;
  return (
    <article class="card template-card">
      <Preview template={template} />
      <div class="template-text">
        <h3>{description}</h3>
        <p class="faint">
          {category.name} · {model}
          {uses > 0 && ` · used ${formatCountOf(uses, "time")}`}
        </p>
        <div class="row">
          <LinkButton
            size="small"
            icon="play"
            href={hrefOf(`/playground?make=${makeOf(capability)}&template=${id}`)}
          >
            Start from it
          </LinkButton>
        </div>
      </div>
    </article>
  );
}

function Templates({ models }: { models: readonly ModelEntry[] }) {
  const { query } = usePlace();
  const model = chosenIn(
    query,
    "model",
    models.map(({ model: name }) => name),
  );
  const list = useList<Template>("/api/v1/templates", { model });
  return (
    <section class="stack" aria-labelledby="templates">
      <div class="row-between">
        <h2 id="templates">Templates</h2>
        <SelectField
          label="Model"
          value={model}
          onChange={(value) => setQuery({ model: value === "" ? null : value, page: null })}
          options={[
            { value: "", label: "Any model" },
            ...models.map(({ model: value, title }) => ({ value, label: title })),
          ]}
        />
      </div>
      <Loaded resource={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <EmptyState icon="templates" title={model === "" ? "No templates" : "No templates of this model"}>
              {model === ""
                ? "Operators import them; the built-in ones come with their models."
                : "Choose another model, or start from an empty form."}
            </EmptyState>
          ) : (
            <>
              <div class="template-grid">
                {items.map((template) => (
                  <TemplateCard key={template.template_id} template={template} />
                ))}
              </div>
              <Pagination pagination={pagination} of="templates" onPage={list.setPage} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

/** More are shown once they are asked for: the templates stand below them. */
const FIRST_MODELS = 12;

function Models({ models }: { models: readonly ModelEntry[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? models : models.slice(0, FIRST_MODELS);
  return (
    <div class="stack">
      <div class="model-grid">
        {shown.map((model) => (
          <ModelCard key={model.model} model={model} />
        ))}
      </div>
      {shown.length < models.length && (
        <div class="row">
          <Button onClick={() => setShowsAll(true)}>Show all {formatCount(models.length)} models</Button>
        </div>
      )}
    </div>
  );
}

export default function ModelsPage() {
  const models = useResource("models", readModels);
  return (
    <>
      <PageHeader
        title="Models & templates"
        description="What can be generated here, and looks to start from. Video jobs need none of them to be chosen."
      />
      <Loaded resource={models}>
        {(known) => (
          <div class="stack-large">
            {known.length === 0 ? (
              <EmptyState icon="models" title="No models are offered now">
                Media nodes offer the models that they have. Ask your operator whether one runs.
              </EmptyState>
            ) : (
              <Models models={known} />
            )}
            <Templates models={known} />
          </div>
        )}
      </Loaded>
    </>
  );
}
