// `npm run prepare`, which `npm ci` runs too: builds the console's page where it is missing or of other sources.
import { isConsoleBuilt } from "./console-sources.ts";

if (!isConsoleBuilt()) {
  // Loaded only here: images leave Vite out once the page is built.
  const { buildConsole } = await import("./build-console.ts");
  await buildConsole();
}
