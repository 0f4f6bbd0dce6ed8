import { METHOD_COLOURS, PAGE_COLOURS, type Colour } from '@turnout/compiler/internal/manifest/print/palette'

const valueOf = ({ light, dark }: Colour) => `light-dark(${light}, ${dark})`

const TONES = Object.entries(METHOD_COLOURS)
  .map(([tone, colour]) => `.${tone} { color: ${valueOf(colour)}; }`)
  .join('\n')

/** The styles of the dev bar. `!important` protects the host element from the styles of the page. */
export const BAR_STYLE = `
:host {
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
  background: ${valueOf(PAGE_COLOURS.surface)};
  color: ${valueOf(PAGE_COLOURS.ink)};
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
span, .moved { color: ${valueOf(PAGE_COLOURS.soft)}; }
span code { color: ${valueOf(PAGE_COLOURS.ink)}; }
a { color: ${valueOf(PAGE_COLOURS.accent)}; text-underline-offset: 3px; }
[hidden], .announcer:empty { display: none; }
:focus-visible { outline: 2px solid ${valueOf(PAGE_COLOURS.accent)}; outline-offset: -2px; }
@media print { aside { display: none; } }
${TONES}
`
