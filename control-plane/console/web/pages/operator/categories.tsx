// Categories of templates: renamed, and removed when they are empty.
import { useState } from "preact/hooks";
import { CATALOG_LIMITS } from "../../../../../shared/limits/catalog.ts";
import type { CategoryView } from "../../../api-types/operator.ts";
import { OPERATOR_API } from "../../api/operator-api.ts";
import { del, get, put } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { type Resource, useResource } from "../../api/use-resource.ts";
import { useConfirm } from "../../ui/dialog.tsx";
import { Button, IconButton } from "../../ui/form/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { formatCount } from "../../ui/format.ts";
import { Card } from "../../ui/page-header.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { tell } from "../../ui/toast.tsx";

const PATH = `${OPERATOR_API}/categories`;

function RenameDialog(props: { category: CategoryView; onClose: () => void; onDone: () => void }) {
  const { category, onClose, onDone } = props;
  const [name, setName] = useState(category.name);
  const action = useAction(async () => {
    await put(`${PATH}/${category.slug}`, { name });
    tell(`The category is called ${name} now.`);
    onDone();
    onClose();
  });
  return (
    <FormDialog title="Rename the category" verb="Rename" action={action} onClose={onClose}>
      <TextField
        label="Name"
        value={name}
        onInput={setName}
        maxLength={CATALOG_LIMITS.categoryNameLength}
        required
        hint={`Its slug stays ${category.slug}.`}
      />
    </FormDialog>
  );
}

/** @param changes another number reads the list anew: templates have come or gone */
export function useCategories(changes: number): Resource<readonly CategoryView[]> {
  const read = (signal: AbortSignal) => get<readonly CategoryView[]>(PATH, { signal });
  return useResource(`${PATH} ${changes}`, read, { family: PATH });
}

/** The card of all categories, with how many templates each has. */
export function Categories({ list }: { list: Resource<readonly CategoryView[]> }) {
  const [renamed, setRenamed] = useState<CategoryView | null>(null);
  const { ask, dialog } = useConfirm();
  const remove = (category: CategoryView): void =>
    ask({
      title: `Remove ${category.name}?`,
      text: "It has no templates. An import that names it makes it again.",
      verb: "Remove",
      danger: true,
      act: async () => {
        await del(`${PATH}/${category.slug}`);
        tell("The category is removed.");
        list.reload();
      },
    });
  const columns: readonly Column<CategoryView>[] = [
    {
      key: "name",
      label: "Category",
      cell: ({ name, slug }) => (
        <span class="cell-stack">
          <span>{name}</span>
          <small class="mono">{slug}</small>
        </span>
      ),
    },
    { key: "templates", label: "Templates", kind: "number", cell: ({ templates }) => formatCount(templates) },
    {
      key: "do",
      label: "Actions",
      kind: "actions",
      cell: (category) => (
        <span class="row">
          <Button size="small" kind="quiet" onClick={() => setRenamed(category)}>
            Rename
          </Button>
          {category.templates === 0 && (
            <IconButton
              icon="trash"
              size="small"
              label={`Remove ${category.name}`}
              onClick={() => remove(category)}
            />
          )}
        </span>
      ),
    },
  ];
  return (
    <Card title="Categories" flush>
      <Loaded resource={list}>
        {(categories) =>
          categories.length === 0 ? (
            <EmptyState icon="templates" title="No categories yet">
              Imports make them.
            </EmptyState>
          ) : (
            <Table label="Categories" columns={columns} rows={categories} rowKey={(row) => row.slug} />
          )
        }
      </Loaded>
      {renamed !== null && (
        <RenameDialog category={renamed} onClose={() => setRenamed(null)} onDone={list.reload} />
      )}
      {dialog}
    </Card>
  );
}
