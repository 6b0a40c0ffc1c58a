// The documentation page's style. It follows the reader's choice of light or dark, and puts its contents above the
// text on narrow screens.
export const DOCS_STYLE = `
:root {
  --paper: #ffffff; --ink: #1c2330; --soft: #5b6577; --line: #e2e6ee; --panel: #f6f7fa; --code: #eef1f6;
  --accent: #3453d1; --get: #1a7f4b; --post: #3453d1; --put: #9a5b00; --bad: #b3261e; --ok: #1a7f4b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12151c; --ink: #e4e8f0; --soft: #9aa5b8; --line: #2a3040; --panel: #181c26; --code: #202635;
    --accent: #8fa6ff; --get: #5fd39a; --post: #8fa6ff; --put: #f0b45a; --bad: #ff8a80; --ok: #5fd39a;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1.5rem; }
body {
  margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
}
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.875em; }
code { background: var(--code); border-radius: 4px; padding: 0.1em 0.35em; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 8px; padding: 1rem; overflow-x: auto; line-height: 1.5; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
nav {
  position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem;
  background: var(--panel); border-right: 1px solid var(--line); font-size: 0.875rem;
}
nav .brand { display: block; color: var(--ink); font-size: 1.15rem; font-weight: 700; margin-bottom: 0.75rem; }
nav .brand span { color: var(--soft); font-weight: 400; }
nav h2 {
  margin: 1.25rem 0 0.35rem; font-size: 0.72rem; letter-spacing: 0.07em; text-transform: uppercase; color: var(--soft);
}
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a {
  display: flex; gap: 0.5rem; align-items: baseline; padding: 0.22rem 0.4rem; border-radius: 6px; color: var(--ink);
}
nav li a:hover { background: var(--code); text-decoration: none; }
nav .method { min-width: 2.4rem; font-size: 0.66rem; }
nav .short { overflow-wrap: break-word; min-width: 0; }
main { padding: 2.5rem clamp(1.25rem, 4vw, 4rem) 6rem; max-width: 68rem; }
h1 { margin: 0; font-size: 2.1rem; letter-spacing: -0.02em; line-height: 1.2; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.4rem; letter-spacing: -0.01em; }
h2.tag { margin-top: 4rem; padding-top: 1.5rem; border-top: 2px solid var(--line); font-size: 1.7rem; }
h2.tag + p { color: var(--soft); margin-top: 0; }
h3 { margin: 0 0 0.4rem; font-size: 1.15rem; }
h4 { margin: 1.5rem 0 0.5rem; font-size: 0.78rem; letter-spacing: 0.06em; text-transform: uppercase; color: var(--soft); }
p { margin: 0.6rem 0; max-width: 46rem; }
p.item { margin: 0.25rem 0 0.25rem 0.35rem; padding-left: 0.9rem; border-left: 2px solid var(--line); }
.base { color: var(--soft); }
.operation, .schema { margin: 2rem 0; padding: 1.5rem; border: 1px solid var(--line); border-radius: 12px; }
.operation > h2 { margin-top: 0; }
.line { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center; max-width: none; }
.method { font-weight: 700; font-size: 0.78rem; letter-spacing: 0.03em; }
.method.get { color: var(--get); } .method.post { color: var(--post); } .method.put { color: var(--put); } .method.delete { color: var(--bad); }
code.path { font-size: 0.95rem; }
.scope { margin-left: auto; padding: 0.1rem 0.6rem; border: 1px solid var(--line); border-radius: 99px; font-size: 0.75rem; color: var(--soft); }
.status { font-weight: 700; font-size: 0.85rem; color: var(--bad); } .status.ok { color: var(--ok); }
.required { font-size: 0.7rem; color: var(--bad); white-space: nowrap; }
.type { color: var(--soft); font-size: 0.875rem; }
.bounds { display: block; margin-top: 0.15rem; color: var(--soft); font-size: 0.8rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-size: 0.75rem; color: var(--soft); font-weight: 600; }
tr:last-child td { border-bottom: 0; }
td:nth-child(1) { width: 30%; } td:nth-child(2) { width: 20%; }
code.name { background: none; padding: 0; font-weight: 600; }
main details { margin-top: 1.25rem; border-top: 1px solid var(--line); padding-top: 0.75rem; }
main summary { cursor: pointer; font-size: 0.9rem; font-weight: 600; color: var(--accent); }
@media (max-width: 56rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem 1.25rem; }
  main { padding: 1.5rem 1.25rem 4rem; }
  .operation, .schema { padding: 1.1rem; }
  .scroll table { min-width: 34rem; }
  .scope { margin-left: 0; }
}
@media (max-width: 40rem) {
  .scroll table { min-width: 0; }
  thead { display: none; }
  tr { display: block; padding: 0.55rem 0; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td, td:nth-child(1), td:nth-child(2) { display: block; width: auto; padding: 0.05rem 0; border: 0; }
}
@media print { nav { display: none; } body { display: block; } }
`;
