// The page of the dev server for an error of an action.
import { showLocation, type Location } from '@turnout/compiler/internal/diagnostics/location'
import type { ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { describeEndpoint, describePlace, describeRoute } from '@turnout/compiler/internal/manifest/print/describe'
import { matchOfError } from '@turnout/server'
import { version as viteVersion } from 'vite'
import { turnoutVersion } from '../files/turnout-version.ts'
import { codeFrameAt, reportError, type ErrorReport, type StackFrame } from './error-report.ts'
import { findHandledRoutes } from './handled-routes.ts'
import { markup, type Html } from './html.ts'
import {
  codeMarkup,
  declarationLink,
  editorLink,
  frameMarkup,
  inspectorAddress,
  methodBadges,
  patternMarkup,
} from './page-parts.ts'
import type { PageContext, PageHost } from './page-host.ts'
import { pageResponse } from './page.ts'
import { isSecret, MASK, shownRequest, type Field, type SentRequest, type ShownRequest } from './sent-request.ts'

/** The request of an error page. */
interface FailedRequest extends ShownRequest {
  readonly method: string
  readonly route: ManifestRoute | null
  /** The params for scripts; the values of secrets are masked. */
  readonly paramValues: Readonly<Record<string, unknown>>
  /** The command that writes the missing action, if the action is missing. */
  readonly command: string | null
}

/** Returns the page for an error from an action, or from the module that handles requests. */
export function errorPage(error: unknown, sent: SentRequest, context: PageContext): Response {
  const { host } = context
  const original = reportError(error, host)
  const failed = failedRequest(matchOfError(error), original, sent, context)
  const report = shownReport(original, failed, host)
  const [summary = ''] = report.message.split('\n')
  const page = {
    status: 500,
    title: `500: ${summary}`,
    body: bodyOf(report, failed, context),
    text: textOf(report, failed),
    problem: problemDetailsOf(report, failed),
  }
  return pageResponse(page, sent.request, context, new Headers())
}

function failedRequest(
  errorMatch: ReturnType<typeof matchOfError>,
  { message }: ErrorReport,
  sent: SentRequest,
  { manifest, base }: PageContext,
): FailedRequest {
  const { request, target } = sent
  if (errorMatch === null)
    return { ...shownRequest(sent, {}), method: request.method, route: null, paramValues: {}, command: null }
  const { method, match } = errorMatch
  const [handledRoute] = manifest === null ? [] : findHandledRoutes(manifest, errorMatch, { request, target, base })
  const isMissing = match.controller !== undefined && GENERATE_SENTENCE.test(message)
  return {
    ...shownRequest(sent, match.params),
    method,
    route: handledRoute?.route ?? null,
    paramValues: Object.fromEntries(
      Object.entries(match.params).map(([name, value]) => [name, isSecret(name) ? MASK : value]),
    ),
    command: isMissing ? `npx turnout generate controller ${match.controller}` : null,
  }
}

/** The sentence that names the command in a message. The page has its own button for it. */
const GENERATE_SENTENCE = / `turnout generate controller [^`]*`[^.]*\./

/**
 * Returns the report as the page shows it. Messages may repeat values of the request, so secrets are masked in them. If the
 * action is missing, the stack shows only the call of `dispatch`, so the page points at the declaration of the route.
 */
function shownReport(report: ErrorReport, { command, route, maskSecrets }: FailedRequest, host: PageHost): ErrorReport {
  const { message, causes } = report
  const shown = {
    ...report,
    message: maskSecrets(message),
    causes: causes.map((cause) => ({ ...cause, message: maskSecrets(cause.message) })),
  }
  if (command === null) return shown
  const place = route?.location ?? null
  const codeFrame = place && codeFrameAt(place, host)
  return {
    ...shown,
    message: shown.message.replace(/^TypeError: /, '').replace(GENERATE_SENTENCE, ''),
    ...(codeFrame !== null && { place, codeFrame }),
  }
}

function bodyOf(report: ErrorReport, failed: FailedRequest, { host, hasInspector }: PageContext): Html {
  const { message, place, codeFrame, plugin, stack, causes } = report
  const [summary = '', ...lines] = message.split('\n')
  const details = lines.join('\n').trim()
  const { method, target, route, command } = failed
  return markup`<header>
      <div class="top">
        <span class="status">500</span> ${methodBadges([method])} <span class="mono">${target}</span>
        <button class="command" type="button" data-copy="${markdownOf(report, failed)}">Copy as Markdown</button>
      </div>
      <h1>${codeMarkup(summary)}</h1>
      ${details !== '' && markup`<pre tabindex="0">${details}</pre>`}
      ${plugin !== null && markup`<p class="soft">Reported by the plugin ${plugin}.</p>`}
      ${
        method !== 'GET' &&
        markup`<p class="soft">After a fix, send the request again. This page does not reload, because a reload would send it twice.</p>`
      }
    </header>
    <main>
      ${
        command !== null &&
        markup`<div class="did">
          <h2>Generate this action</h2>
          <p><code>${command}</code> <button class="command" type="button" data-copy="${command}">Copy</button></p>
        </div>`
      }
      ${
        place !== null &&
        codeFrame !== null &&
        markup`<h2>Source</h2>
          ${sourceMarkup(place, codeFrame, host)}`
      }
      ${
        stack.length > 0 &&
        markup`<h2>Stack</h2>
          ${stackMarkup(stack, host)}`
      }
      ${causes.map(
        (cause) =>
          markup`<h2>Caused by</h2>
            <p class="mono">${cause.message}</p>
            ${stackMarkup(cause.stack, host)}`,
      )}
      <h2>Request</h2>
      <dl class="facts">
        ${
          route !== null &&
          markup`<dt>Route</dt>
            <dd class="mono">
              ${methodBadges(route.verbs)} ${patternMarkup(route.pattern)} → ${describeEndpoint(route)}
              ${declarationLink(route, host)}
            </dd>`
        }
        ${partsOf(failed).map(
          ([title, fields]) =>
            markup`<dt>${title}</dt>
              <dd class="mono">${title === 'Headers' ? headersMarkup(fields) : fieldsMarkup(fields)}</dd>`,
        )}
        ${
          failed.json !== '' &&
          markup`<dt>JSON</dt>
            <dd>${frameMarkup(failed.json)}</dd>`
        }
        ${
          hasInspector &&
          markup`<dt>Inspector</dt>
            <dd><a href="${inspectorAddress(method, target, host)}">Why this route?</a></dd>`
        }
      </dl>
    </main>
    <footer class="soft">${VERSIONS}</footer>`
}

const VERSIONS = `Turnout ${turnoutVersion()} · Vite ${viteVersion} · Node ${process.versions.node}`

function fieldsMarkup(fields: readonly Field[]): Html {
  return markup`${fields.map(([name, value]) => markup`<div><span class="param">${name}</span>: ${value}</div>`)}`
}

/** Collapses the headers, because browsers send about twenty. */
function headersMarkup(fields: readonly Field[]): Html {
  return markup`<details>
    <summary>${fields.length} header${fields.length === 1 ? '' : 's'}</summary>
    ${fieldsMarkup(fields)}
  </details>`
}

/** Returns the parts of a request that have fields. */
function partsOf({ params, query, form, headers }: ShownRequest): [title: string, fields: readonly Field[]][] {
  const parts: [string, readonly Field[]][] = [
    ['Params', params],
    ['Query', query],
    ['Form', form],
    ['Headers', headers],
  ]
  return parts.filter(([, fields]) => fields.length > 0)
}

/** Returns the frames of the project, with links, and below them the others, collapsed. */
function stackMarkup(stack: readonly StackFrame[], host: PageHost): Html {
  const ownFrames = stack.filter(({ place }) => place !== null)
  const foreignFrames = stack.filter(({ place }) => place === null)
  const items = ownFrames.map(({ text, place, codeFrame }) =>
    codeFrame === null
      ? markup`<li>${editorLink(place!, host, text)}</li>`
      : markup`<li>
          <details>
            <summary class="mono">${text}</summary>
            ${sourceMarkup(place!, codeFrame, host)}
          </details>
        </li>`,
  )
  const count = `${foreignFrames.length} frame${foreignFrames.length === 1 ? '' : 's'} of packages and Node`
  return markup`${
    items.length > 0 &&
    markup`<ul class="list">
      ${items}
    </ul>`
  }
  ${
    foreignFrames.length > 0 &&
    markup`<details>
      <summary>${count}</summary>
      <pre tabindex="0">${foreignFrames.map(({ text }) => text).join('\n')}</pre>
    </details>`
  }`
}

function sourceMarkup(place: Location, codeFrame: string, host: PageHost): Html {
  return markup`<div class="card">
    <p class="bar">${editorLink(place, host)}</p>
    ${frameMarkup(codeFrame)}
  </div>`
}

/** Returns the page as plain text. The request is the client's own, so the text does not repeat it. */
function textOf(report: ErrorReport, failed: FailedRequest): string {
  return sectionsOf(report, failed)
    .map(([title, text]) => (title === '' ? text : `${title}\n\n${text}`))
    .join('\n\n')
}

/**
 * Returns the page as Markdown for an issue. All content is in fences that are longer than the backticks in it, so that
 * text of a request is neither markup nor a mention.
 */
function markdownOf(report: ErrorReport, failed: FailedRequest): string {
  const { method, target } = failed
  const fields = (list: readonly Field[]) => list.map(([name, value]) => `${name}: ${value}`).join('\n')
  const sections = [
    ...sectionsOf(report, failed),
    ['Request', `${method} ${target}`],
    ...partsOf(failed).map(([title, list]) => [title, fields(list)]),
    ...(failed.json === '' ? [] : [['JSON', failed.json]]),
    ['Versions', VERSIONS],
  ]
  return sections
    .map(([title, text = '']) => {
      const longestRun = Array.from(text.matchAll(/`+/g)).reduce((longest, [run]) => Math.max(longest, run.length), 2)
      const fence = '`'.repeat(longestRun + 1)
      return `${title && `## ${title}\n\n`}${fence}text\n${text}\n${fence}\n`
    })
    .join('\n')
}

/** Returns the sections of the text; the first ones have no title. */
function sectionsOf(
  { message, plugin, place, codeFrame, stack, causes }: ErrorReport,
  failed: FailedRequest,
): string[][] {
  const { route, command } = failed
  const frames = (lines: readonly StackFrame[]) => lines.map(({ text }) => `    ${text}`).join('\n')
  const sections = [
    ['', `500: ${message}${plugin === null ? '' : ` (${plugin})`}`],
    place !== null && codeFrame !== null && ['', `${showLocation(place)}\n\n${codeFrame}`],
    route !== null && ['', `Route: ${describeRoute(route)} → ${describeEndpoint(route)} (${describePlace(route)})`],
    command !== null && ['', `Generate this action: ${command}`],
    stack.length > 0 && ['Stack', frames(stack)],
    ...causes.map((cause) => ['Caused by', [cause.message, frames(cause.stack)].filter(Boolean).join('\n')]),
  ]
  return sections.filter((section) => section !== false)
}

/** Returns the error as problem details (RFC 9457), for clients that accept JSON. */
function problemDetailsOf({ message, place, codeFrame, stack, causes }: ErrorReport, failed: FailedRequest): object {
  const { method, target, route, paramValues, command } = failed
  return {
    title: 'Internal Server Error',
    detail: message,
    ...(place !== null && { location: place, codeFrame }),
    request: { method, target },
    ...(command !== null && { command }),
    ...(route !== null && {
      route: { name: route.name, pattern: route.pattern, endpoint: describeEndpoint(route) },
      params: paramValues,
    }),
    stack: stack.map(({ text }) => text),
    ...(causes.length > 0 && { causes: causes.map((cause) => cause.message) }),
  }
}
