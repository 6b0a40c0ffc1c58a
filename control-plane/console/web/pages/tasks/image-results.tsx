// Images that a model has made.
import { LinkButton } from "../../ui/form/button.tsx";
import { useBroken } from "../../ui/media/use-broken.ts";
import { EmptyState } from "../../ui/state.tsx";
import type { Task } from "./task-types.ts";

type Item = Task["result"][number];

function ImageCard({ item, number }: { item: Item; number: number }) {
  const { file_url: url, thumbnail_url: small, file_type: type } = item;
  const shown = small ?? url ?? "";
  const [isBroken, onError] = useBroken(shown);
  if (url === null) {
    return (
      <div class="card image-card image-card-failed" role="img" aria-label={`Output ${number} failed`}>
        This one failed; it was not charged.
      </div>
    );
  }
  return (
    <figure class="card image-card">
      {isBroken ? (
        <p class="image-blank">Output {number} could not be loaded.</p>
      ) : (
        <a href={url} target="_blank" rel="noreferrer">
          <img src={shown} alt={`Output ${number}`} loading="lazy" onError={onError} />
        </a>
      )}
      <figcaption class="row-between">
        <span class="faint">{type}</span>
        <LinkButton size="small" icon="download" href={url} download>
          Download
        </LinkButton>
      </figcaption>
    </figure>
  );
}

export function ImageResults({ items }: { items: readonly Item[] }) {
  if (items.length === 0) {
    return (
      <EmptyState icon="info" title="There are no files">
        This task made none.
      </EmptyState>
    );
  }
  return (
    <div class="image-grid">
      {items.map((item, index) => (
        <ImageCard key={item.id} item={item} number={index + 1} />
      ))}
    </div>
  );
}
