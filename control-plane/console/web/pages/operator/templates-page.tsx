// Templates with their previews, the categories that they are filed under, and caption presets.
import { useEffect, useState } from "preact/hooks";
import type { OperatorTemplateView } from "../../../api-types/operator.ts";
import { OPERATOR_API } from "../../api/operator-api.ts";
import { del, post } from "../../api/request.ts";
import { type ListResource, useList } from "../../api/use-list.ts";
import { setQuery, usePlace } from "../../app/router.ts";
import { Badge } from "../../ui/badge.tsx";
import { type Confirmation, useConfirm } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { formatCount } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { useBroken } from "../../ui/media/use-broken.ts";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { tell } from "../../ui/toast.tsx";
import { CaptionPresets } from "./caption-presets.tsx";
import { Categories, useCategories } from "./categories.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import "./operator.css";

const PATH = `${OPERATOR_API}/templates`;
/** Categories and presets stand below. */
const PAGE_ITEMS = 20;
/** In the address. */
const ALL = { category: null, page: null } as const;

function Preview({ template }: { template: OperatorTemplateView }) {
  const { previewUrl, previewType, preview } = template;
  const isVideo = previewType?.startsWith("video/") === true;
  const [isBroken, onError] = useBroken(previewUrl ?? "");
  return (
    <span class="template-preview">
      {previewUrl === null || isBroken ? (
        <Icon name={preview === "elsewhere" ? "external" : "templates"} size={18} />
      ) : isVideo ? (
        <video src={previewUrl} muted loop playsInline preload="metadata" onError={onError} />
      ) : (
        <img src={previewUrl} alt="" loading="lazy" onError={onError} />
      )}
    </span>
  );
}

function removalOf(template: OperatorTemplateView, onDone: () => void): Confirmation {
  const text = template.isBuiltIn
    ? "Clients see it no more. It came with this version, and can be taken back by the command `template restore`."
    : "Clients see it no more, and its files are removed. Tasks that were made from it stay as they are. This cannot be undone.";
  return {
    title: "Remove the template?",
    text,
    verb: "Remove",
    danger: true,
    act: async () => {
      await del(`${PATH}/${template.id}`);
      tell("The template is removed.");
      onDone();
    },
  };
}

function previewOf(template: OperatorTemplateView, onDone: () => void): Confirmation {
  return {
    title: "Ask for a preview?",
    text: "A media node that has its model makes it; that takes a minute or two, and nobody is charged.",
    verb: "Ask for it",
    act: async () => {
      await post(`${PATH}/${template.id}/preview`);
      tell("A media node makes the preview.");
      onDone();
    },
  };
}

const PREVIEW_WORDS = { made: "Made", awaited: "Awaited", none: "None", elsewhere: "Elsewhere" } as const;

function columnsFor(
  ask: (confirmation: Confirmation) => void,
  onDone: () => void,
): Column<OperatorTemplateView>[] {
  return [
    {
      key: "name",
      label: "Template",
      cell: (template) => (
        <span class="template-name">
          <Preview template={template} />
          <span class="cell-stack">
            <span>{template.description}</span>
            <small>{template.modelTitle}</small>
            <small class="mono">{template.id}</small>
          </span>
        </span>
      ),
    },
    { key: "category", label: "Category", cell: ({ category }) => category.name },
    { key: "preview", label: "Preview", cell: ({ preview }) => PREVIEW_WORDS[preview] },
    {
      key: "origin",
      label: "From",
      cell: ({ isBuiltIn }) => <Badge plain>{isBuiltIn ? "built in" : "you"}</Badge>,
    },
    { key: "used", label: "Used", kind: "number", cell: ({ usageCount }) => formatCount(usageCount) },
    { key: "changed", label: "Changed", cell: ({ updatedAt }) => <Time at={updatedAt} kind="day" /> },
    {
      key: "do",
      label: "Actions",
      kind: "actions",
      cell: (template) => (
        <span class="row">
          {template.preview === "none" && (
            <Button size="small" kind="quiet" onClick={() => ask(previewOf(template, onDone))}>
              Ask for a preview
            </Button>
          )}
          <Button size="small" kind="quiet" onClick={() => ask(removalOf(template, onDone))}>
            Remove
          </Button>
        </span>
      ),
    },
  ];
}

function NoTemplates({ isFiltered, onImport }: { isFiltered: boolean; onImport: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title="No template fits"
        action={<Button onClick={() => setQuery(ALL)}>Show all</Button>}
      >
        Choose another category.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="templates"
      title="No templates here"
      action={
        <Button icon="upload" onClick={onImport}>
          Import
        </Button>
      }
    >
      Templates are presets that clients start from. They come with models, or from a file of yours.
    </EmptyState>
  );
}

interface ListProps {
  readonly list: ListResource<OperatorTemplateView>;
  readonly isFiltered: boolean;
  readonly onImport: () => void;
}

function List({ list, isFiltered, onImport }: ListProps) {
  const { ask, dialog } = useConfirm();
  return (
    <Loaded resource={list} lines={8}>
      {({ items, pagination }) =>
        items.length === 0 ? (
          <NoTemplates isFiltered={isFiltered} onImport={onImport} />
        ) : (
          <Card flush>
            <Table
              label="Templates, newest first"
              columns={columnsFor(ask, list.reload)}
              rows={items}
              rowKey={(row) => row.id}
            />
            <Pagination pagination={pagination} of="templates" onPage={list.setPage} />
            {dialog}
          </Card>
        )
      }
    </Loaded>
  );
}

export default function TemplatesPage() {
  const { query } = usePlace();
  const category = query.get("category");
  const list = useList<OperatorTemplateView>(PATH, { category, limit: PAGE_ITEMS });
  const categories = useCategories(list.data?.pagination.total ?? 0);
  const [isImporting, setImporting] = useState(false);
  const isNone =
    category !== null &&
    list.data?.pagination.total === 0 &&
    categories.data?.every(({ id }) => id !== category) === true;
  useEffect(() => {
    if (isNone) setQuery(ALL);
  }, [isNone]);
  return (
    <>
      <PageHeader
        title="Templates"
        description="Presets that clients start from."
        actions={
          <Button icon="upload" onClick={() => setImporting(true)}>
            Import
          </Button>
        }
      />
      <div class="stack">
        <div class="row">
          <SelectField
            label="Category"
            value={category ?? ""}
            onChange={(value) => setQuery({ category: value === "" ? null : value, page: null })}
            options={[
              { value: "", label: "Any category" },
              ...(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </div>
        <List list={list} isFiltered={category !== null} onImport={() => setImporting(true)} />
        <div class="operator-columns">
          <Categories list={categories} />
          <CaptionPresets />
        </div>
      </div>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} onDone={list.reload} />}
    </>
  );
}
