// Whether a path is a page's, and what stands in it.

/** A part of a path as text; undefined of one that no text is written as, such as `%E0`. */
function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The parameters of a path that fits a pattern such as `/tasks/:taskId`; undefined where it does not. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? "";
    if (part.startsWith(":") && text !== "") {
      const value = decodePart(text);
      if (value === undefined) return undefined;
      params[part.slice(1)] = value;
    } else if (part !== text) return undefined;
  }
  return params;
}
