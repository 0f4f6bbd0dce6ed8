import { paletteVariables } from '@turnout/compiler/internal/manifest/print/palette'

/** The look of dev pages. The colours are those of the inspector. */
export const STYLE = `
:root {
  color-scheme: light dark;
  ${paletteVariables()}
  --paper: light-dark(#f3f5f1, #101513); --line: light-dark(#d8ded8, #2b3631); --tone: var(--other);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  font: 15px/1.5 Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: clamp(16px, 4vw, 44px); background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; }
h1, h2, p, pre, dl, dd, ul, ol { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { margin: 10px 0 8px; font-size: clamp(1.2rem, 3.4vw, 1.65rem); line-height: 1.3; font-weight: 680; letter-spacing: -0.01em; overflow-wrap: anywhere; white-space: pre-line; }
h2 { margin: 30px 0 10px; font-size: 1rem; font-weight: 650; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.mono, pre, code, td, .place { font-family: var(--mono); font-size: 0.87rem; }
.top { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; overflow-wrap: anywhere; }
.top .mono { min-width: 0; }
.top .command { margin-left: auto; }
.status { padding: 1px 9px; border-radius: 6px; font-weight: 700; }
.verb { display: inline-block; padding: 0 7px; border-radius: 5px; font: 650 0.75rem/1.6 var(--mono); }
.get { --tone: var(--get); } .post { --tone: var(--post); } .put { --tone: var(--put); } .delete, .status, .marked { --tone: var(--delete); }
.verb, .status { color: var(--tone); }
.verb, .status, .marked { background: color-mix(in srgb, var(--tone) 12%, var(--surface)); }
.param { color: var(--post); }
.soft { color: var(--soft); }
pre { overflow-x: auto; padding: 14px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); line-height: 1.6; tab-size: 2; }
.frame { padding: 10px 0; }
.frame span { display: block; width: max-content; min-width: 100%; padding: 0 16px; }
.frame span span { display: inline; padding: 0; }
.comment { color: var(--soft); } .string { color: var(--get); } .keyword { color: var(--other); } .number { color: var(--post); } .call { color: var(--put); }
.card { overflow: hidden; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.card > pre { border: 0; border-radius: 0; }
.card > .bar { padding: 8px 16px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.place { color: var(--accent); overflow-wrap: anywhere; }
[data-state]::after { content: ' ' attr(data-state); color: var(--soft); font: 500 0.8rem/1 system-ui, sans-serif; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 18px; }
.facts dt { color: var(--soft); }
.facts dd { overflow-wrap: anywhere; }
.list { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; }
.list li { overflow-wrap: anywhere; }
.list details, dd details { margin: 0; }
dd summary { padding: 0; }
.list summary { color: var(--ink); }
.list .card { margin: 4px 0 8px; }
details { margin-top: 10px; }
summary { width: max-content; max-width: 100%; padding: 4px 0; color: var(--soft); cursor: pointer; }
h1 code { padding: 0 0.25em; border-radius: 6px; background: color-mix(in srgb, var(--ink) 7%, var(--paper)); font-size: 0.9em; }
footer { margin-top: 36px; padding-top: 14px; border-top: 1px solid var(--line); }
.did { margin-top: 20px; padding: 14px 18px; border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 10px; background: var(--surface); }
.did h2 { margin: 0 0 6px; }
.tools { display: flex; flex-wrap: wrap; gap: 10px 16px; align-items: baseline; margin: 30px 0 10px; }
.tools h2 { margin: 0; flex: 1 1 auto; }
.tools label { display: none; gap: 8px; align-items: center; flex: 0 1 20rem; color: var(--soft); }
.has-script .tools label { display: flex; }
input { flex: 1; min-width: 0; padding: 6px 10px; border: 1px solid var(--soft); border-radius: 8px; background: var(--surface); color: var(--ink); font: inherit; }
button, .go { padding: 4px 12px; border: 1px solid var(--soft); border-radius: 8px; background: var(--surface); color: var(--ink); font: inherit; cursor: pointer; }
.go { display: inline-block; border-color: var(--accent); color: var(--accent); text-decoration: none; }
.go:hover { text-decoration: underline; }
.command { display: none; }
.has-script .command { display: inline-block; }
table { width: 100%; border-collapse: collapse; }
th { padding: 8px 16px; text-align: left; color: var(--soft); font-size: 0.82rem; font-weight: 550; }
td { padding: 5px 16px; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tr[hidden] { display: none; }
td:first-child { width: 1%; white-space: nowrap; }
.verb + .verb { margin-left: 4px; }
#announcer { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 640px) {
  thead { display: none; }
  table, tbody, tr, td { display: block; }
  tr { padding: 8px 14px; border-top: 1px solid var(--line); }
  tbody tr:first-child { border-top: 0; }
  td, td:first-child { width: auto; padding: 1px 0; border: 0; white-space: normal; }
  td:first-child, td:nth-child(2) { display: inline; margin-right: 8px; }
  td:empty { display: none; }
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts dd { margin-bottom: 8px; }
  .top .command { margin-left: 0; }
}
`
