import { paletteVariables } from '@turnout/compiler/internal/manifest/print/palette'

/** The styles of the dev bar. `!important` protects the host element from the styles of the page. */
export const BAR_STYLE = `
:host {
  ${paletteVariables()}
  all: initial !important;
  position: fixed !important;
  inset: auto auto 12px 12px !important;
  z-index: 2147483646 !important;
  box-sizing: border-box !important;
  max-width: min(44rem, calc(100vw - 24px)) !important;
  color-scheme: light dark !important;
}
* { box-sizing: border-box; }
aside {
  max-height: 50vh;
  overflow-y: auto;
  border: 1px solid light-dark(#7d8b83, #74837b);
  border-radius: 10px;
  background: var(--surface);
  color: var(--ink);
  box-shadow: 0 4px 18px rgb(0 0 0 / 0.18);
  font: 12px/1.6 ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  overflow-wrap: anywhere;
}
summary { padding: 6px 12px; border-radius: 9px; cursor: pointer; }
code { font: inherit; }
strong { font-weight: 700; }
p { margin: 0; padding: 0 12px 4px; }
p:last-of-type { padding-bottom: 8px; }
.line { display: flex; flex-wrap: wrap; gap: 0 14px; }
span, .moved { color: var(--soft); }
span code { color: var(--ink); }
a { color: var(--accent); text-underline-offset: 3px; }
[hidden], .announcer:empty { display: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
@media print { aside { display: none; } }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); } .other { color: var(--other); }
`
