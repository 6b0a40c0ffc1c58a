// The image that a template shows while its own preview is still to be made: it says so, and pretends nothing. Drawn
// as SVG, which needs no file and no permission to read.
import type { Route } from "../route.ts";

const PATH = "/placeholders/template.svg";

const IMAGE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" role="img" aria-label="No preview yet">
<rect width="640" height="360" fill="#1c2230"/>
<g fill="none" stroke="#5b6780" stroke-width="6" stroke-linejoin="round">
<rect x="252" y="96" width="136" height="102" rx="12"/>
<path d="M264 186l34-38 26 28 18-18 34 28"/>
<circle cx="354" cy="126" r="10"/>
</g>
<text x="320" y="254" fill="#aab4c8" font-family="sans-serif" font-size="26" text-anchor="middle">No preview yet</text>
</svg>
`;

/** Where the image is. */
export function placeholderLink(publicUrl: string): string {
  return publicUrl + PATH;
}

/** The public route of that image. */
export function placeholderRoutes(): Route[] {
  return [
    {
      method: "GET",
      path: PATH,
      access: "public",
      body: "none",
      handle: async () => ({
        kind: "text",
        status: 200,
        contentType: "image/svg+xml; charset=utf-8",
        text: IMAGE,
        headers: {
          "cache-control": "public, max-age=3600",
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        },
      }),
    },
  ];
}
