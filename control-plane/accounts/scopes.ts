// The scopes that an API key may carry. New keys get all of them unless they are narrowed.
export const SCOPES = ["SERVICES", "GENERATE", "TEXT_GENERATE", "CLIPPING", "BALANCE"] as const;
export type Scope = (typeof SCOPES)[number];

/** Whether a text is one of SCOPES, in its capitals. */
export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
