// What a key may be allowed, in words.

/** In the order of the form. */
export const SCOPES = [
  { value: "CLIPPING", label: "Video jobs", hint: "Uploads, clips, highlights and transcriptions" },
  { value: "GENERATE", label: "Image generation", hint: "Generation tasks" },
  { value: "SERVICES", label: "Services", hint: "Models and templates" },
  { value: "TEXT_GENERATE", label: "Text generation", hint: "Reserved for later" },
  { value: "BALANCE", label: "Balance and usage", hint: "Moods, limits and usage" },
] as const;

/** What a key's scopes allow; one that a newer control plane has stays as it is. */
export function scopesInWords(scopes: readonly string[]): readonly string[] {
  if (SCOPES.every(({ value }) => scopes.includes(value))) return ["Everything"];
  return scopes.map((scope) => SCOPES.find(({ value }) => value === scope)?.label ?? scope);
}
