// Sentences of the service, in which commands and names stand between backticks: logs and terminals show them so.

/** Shows what stands between backticks as code. A backtick without its pair stays. */
export function TextWithCode({ text }: { text: string }) {
  const parts = text.split(/`([^`]+)`/);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</>;
}
