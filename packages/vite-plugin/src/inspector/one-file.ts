import { createHash } from 'node:crypto'
import type { PageData } from './page-data.ts'
import { readPageFile } from './page-files.ts'

/** Stands in every file that is written here. A file without it is somebody else's. */
const MARK = '<meta name="generator" content="Turnout" />'

/** True for the text of a page that was written here. */
export function isOwnPage(text: string): boolean {
  return text.includes(MARK)
}

/**
 * The inspector as one file, that needs no server: script, styles and data stand in it. Its policy names the script and
 * the styles by their hashes, so that nothing else in it runs. The same data gives the same bytes.
 */
export function onePage(data: PageData): string {
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
  // Inside of a script element `<` is the one character that means something: `</script` ends it, `<!--` hides its end.
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
  ].reduce((text, [pattern, by]) => replaceOnce(text, pattern as RegExp, by as string), html)
}

/** @throws Error where the page was built in another way than this module knows */
function replaceOnce(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`The inspector's page has no ${pattern}.`)
  return text.replace(pattern, by)
}

/** In code both can only stand in strings, templates and regular expressions, where the escape means the same. */
function withoutEndTags(script: string): string {
  return script.replace(/<(?=\/script|!--)/gi, '\\x3c')
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
