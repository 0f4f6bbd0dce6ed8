// Writes a request as code to copy: `curl`, `fetch` and others.
import type { Json, ManifestRoute } from '@turnout/manifest'
import { codeOf } from './js-code.ts'

/** A request as a text to copy. */
export interface Snippet {
  /** The label of its button. */
  readonly name: string
  readonly text: string
  /** A condition for its use; null if there is none. */
  readonly note: string | null
}

/** A request to a route. */
export interface SnippetRequest {
  readonly route: ManifestRoute
  /** The method; `GET` for a route of any method. */
  readonly method: string
  /** The path, with the base and percent-encoded. */
  readonly path: string
  /** The name and the call of the helper; null if the route has no helper. */
  readonly helper: { readonly name: string; readonly call: string } | null
  /** The parameters that `match` returns. */
  readonly params: Readonly<Record<string, Json | readonly string[]>>
  /** `http://localhost:5173` */
  readonly origin: string
}

/** Returns a request in all forms that make sense for it. Every form escapes the texts of the route. */
export function snippetsOf(request: SnippetRequest): Snippet[] {
  const { method, path, helper } = request
  const isRead = method === 'GET' || method === 'HEAD'
  return [
    { name: 'path', text: path, note: null },
    ...(helper === null ? [] : [{ name: 'helper', text: helper.call, note: null }]),
    ...(isRead ? [{ name: '<a>', text: `<a href="${escapeHtml(path)}">${escapeHtml(path)}</a>`, note: null }] : []),
    ...(method === 'HEAD' ? [] : [formSnippet(request)]),
    { name: 'fetch', text: fetchCode(request, isRead), note: null },
    { name: 'curl', text: curlCommand(request, isRead), note: null },
    testSnippet(request),
  ]
}

function formSnippet({ method, path }: SnippetRequest): Snippet {
  const isNative = method === 'GET' || method === 'POST'
  const lines = [
    `<form action="${escapeHtml(path)}" method="${isNative ? method.toLowerCase() : 'post'}">`,
    ...(isNative ? [] : [`  <input type="hidden" name="_method" value="${escapeHtml(method.toLowerCase())}" />`]),
    '  <button>Send</button>',
    '</form>',
  ]
  const note = isNative
    ? null
    : 'HTML forms send GET and POST only. The server needs `methodOverride` for the field `_method`.'
  return { name: '<form>', text: lines.join('\n'), note }
}

function fetchCode({ method, path, helper }: SnippetRequest, isRead: boolean): string {
  const url = helper?.call ?? codeOf(path)
  const options = isRead
    ? method === 'GET'
      ? ''
      : `, { method: ${codeOf(method)} }`
    : `, {\n  method: ${codeOf(method)},\n  headers: { 'content-type': 'application/json' },\n  body: JSON.stringify({}),\n}`
  return `${importOf(helper === null ? [] : [helper.name])}const response = await fetch(${url}${options})`
}

function curlCommand({ method, path, origin }: SnippetRequest, isRead: boolean): string {
  const parts = ['curl', method === 'HEAD' ? '--head' : '--include']
  if (!isRead)
    parts.push('--request', shellWord(method), '--header', `'content-type: application/json'`, '--data', `'{}'`)
  return [...parts, shellWord(`${origin}${path}`)].join(' ')
}

function testSnippet({ route, method, path, helper, params }: SnippetRequest): Snippet {
  const { controller, action, conditions, constraints } = route
  const target = helper?.call ?? codeOf(path)
  const isAction = controller !== null && action !== null
  const match = isAction
    ? `.toMatchObject({\n    controller: ${codeOf(controller)},\n    action: ${codeOf(action)},\n    params: ${codeOf(params)},\n  })`
    : '.not.toBeNull()'
  const title = `${method} ${path} matches ${isAction ? `${controller}#${action}` : 'a route'}`
  const lines = [
    `import { expect, test } from 'vitest'`,
    `import { ${['match', ...(helper === null ? [] : [helper.name])].join(', ')} } from 'virtual:routes'`,
    '',
    `test(${codeOf(title)}, () => {`,
    `  expect(match(${codeOf(method)}, ${target}))${match}`,
    '})',
  ]
  const hasConditions = Object.keys(conditions).length > 0 || constraints.length > 0
  const note = hasConditions ? 'The route has constraints: pass a request as the third argument of `match`.' : null
  return { name: 'test', text: lines.join('\n'), note }
}

function importOf(names: readonly string[]): string {
  return names.length === 0 ? '' : `import { ${names.join(', ')} } from 'virtual:routes'\n\n`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Returns one word of a POSIX shell. In single quotes only the quote itself has a meaning. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
