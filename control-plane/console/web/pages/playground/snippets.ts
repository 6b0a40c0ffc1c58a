// The same call for a terminal and for a program.
import type { PlaygroundForm } from "./forms.ts";

/** In single quotes for a shell. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The request as a command for a shell; the key stands in its environment. */
export function curlSnippet({ path }: PlaygroundForm, body: unknown): string {
  const json = JSON.stringify(body, null, 2);
  return [
    `curl ${location.origin}${path} \\`,
    `  -H "x-service-api-key: $CLIPMILL_API_KEY" \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d ${shellText(json)}`,
  ].join("\n");
}

/** @param uploads whether the file comes from the reader's own machine */
export function clientSnippet(
  { method, surface }: PlaygroundForm,
  body: Record<string, unknown>,
  uploads: boolean,
): string {
  const { s3_key: _, ...rest } = body;
  const json = JSON.stringify(uploads ? rest : body, null, 2).replaceAll(/^(\s*)"([a-z_]\w*)":/gim, "$1$2:");
  const given = uploads ? json.replace("{", "{\n  s3_key: upload.s3_key,") : json;
  const lines = [
    `import { Clipmill } from "clipmill/client";`,
    "",
    `const clipmill = new Clipmill({`,
    `  url: ${JSON.stringify(location.origin)},`,
    `  apiKey: process.env.CLIPMILL_API_KEY,`,
    `});`,
  ];
  if (uploads) lines.push(`const upload = await clipmill.upload("video.mp4");`);
  lines.push(
    `const task = await clipmill.${method}(${given});`,
    `const ended = await clipmill.waitFor(task);`,
  );
  lines.push(`console.log(ended.${surface === "jobs" ? "output" : "result"});`);
  return lines.join("\n");
}
