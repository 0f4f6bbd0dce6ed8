import { createHash } from 'node:crypto'
import type { PageData } from './page-data.ts'
import { readPageFile } from './page-files.ts'

/** Every page from `onePage` contains this element. A file without it belongs to somebody else. */
const MARK = '<meta name="generator" content="Turnout" />'

/** True if `onePage` wrote the page. */
export function isOwnPage(text: string): boolean {
  return text.includes(MARK)
}

/**
 * Returns the inspector as one HTML file that needs no server: the file contains script, styles and data. Its policy
 * allows the script and the styles by their hashes, so that no other code in the file runs. Equal data gives equal bytes.
 *
 * @param data null for a page in a frame, which shows the data that the embedding page sends with `postMessage`
 */
export function onePage(data: PageData | null): string {
  const [html, script, style, icon] = (['index.html', 'inspector.js', 'inspector.css', 'icon.svg'] as const).map(
    (name) => readPageFile(name).content,
  ) as [string, string, string, string]
  const code = withoutEndTags(script)
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(code)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  // In a script element only `<` has a meaning for HTML: `</script` ends the element, `<!--` can hide its end.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return [
    [
      /<meta charset="utf-8" \/>/,
      `$&\n    ${MARK}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    ],
    [
      /<link rel="icon"[^>]*>/,
      `<link rel="icon" href="data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}" />`,
    ],
    [/<!--[^>]*-->\s*<link rel="preload"[^>]*>\s*/, ''],
    [/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`],
    [/<script [^>]*><\/script>/, () => `<script type="module">${code}</script>`],
    [/<\/head>/, () => `<script type="application/json" id="turnout-data">${json}</script>\n  </head>`],
  ].reduce((page, [pattern, replacement]) => replaceOnce(page, pattern as RegExp, replacement as string), html)
}

/** @throws Error if the built page does not contain the pattern */
function replaceOnce(page: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(page)) throw new Error(`The inspector's page has no ${pattern}.`)
  return page.replace(pattern, replacement)
}

/**
 * Escapes `</script` and `<!--` in code. Both can only occur in strings, templates and regular expressions, in which the
 * escape has the same meaning.
 */
function withoutEndTags(script: string): string {
  return script.replace(/<(?=\/script|!--)/gi, '\\x3c')
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
