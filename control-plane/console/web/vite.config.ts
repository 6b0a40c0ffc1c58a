// How the console's page is built, and served while it is worked on: `npx vite control-plane/console/web` passes what
// is not the page to a control plane on port 8080.
import type { UserConfig } from "vite";

const CONTROL_PLANE = process.env.CLIPMILL_PUBLIC_URL ?? "http://127.0.0.1:8080";

export default {
  base: "/console/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // Nothing inline: the page's policy allows scripts, styles and fonts from files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      // Not the page's own files, which lie in a folder of the same name.
      "^/console/api/(?!.*\\.ts)": CONTROL_PLANE,
      "/api": CONTROL_PLANE,
      "/files": CONTROL_PLANE,
      "/uploads": CONTROL_PLANE,
    },
  },
} satisfies UserConfig;
