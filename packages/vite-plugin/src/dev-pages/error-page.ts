// The page of the dev server for an error of an action.
import { showLocation } from '@turnout/compiler/internal/diagnostics/location'
import type { ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import {
  describeEndpoint,
  describePlace,
  describeRoute,
  printValue,
} from '@turnout/compiler/internal/manifest/print/describe'
import { matchOfError } from '@turnout/server'
import { reportError, type ErrorReport, type StackFrame } from './error-report.ts'
import { findHandledRoutes } from './handled-routes.ts'
import { markup, type Html } from './html.ts'
import {
  declarationLink,
  editorLink,
  frameMarkup,
  inspectorAddress,
  methodBadges,
  patternMarkup,
} from './page-parts.ts'
import type { PageContext, PageHost } from './page-host.ts'
import { pageResponse } from './page.ts'

/** The request of an error page. */
interface FailedRequest {
  readonly method: string
  readonly target: string
  readonly route: ManifestRoute | null
  readonly params: Readonly<Record<string, unknown>>
  /** The command that writes the missing action, if the action is missing. */
  readonly command: string | null
}

/**
 * Returns the page for an error from an action, or from the module that handles requests.
 *
 * @param target path and query of the request
 */
export function errorPage(error: unknown, request: Request, target: string, context: PageContext): Response {
  const report = reportError(error, context.host)
  const failed = failedRequest(matchOfError(error), report, { request, target }, context)
  const [summary = ''] = report.message.split('\n')
  const page = {
    status: 500,
    title: `500: ${summary}`,
    body: bodyOf(report, failed, context),
    text: textOf(report, failed),
    problem: problemOf(report, failed),
  }
  return pageResponse(page, request, context, new Headers())
}

function failedRequest(
  handled: ReturnType<typeof matchOfError>,
  { message }: ErrorReport,
  { request, target }: { readonly request: Request; readonly target: string },
  { manifest, base }: PageContext,
): FailedRequest {
  if (handled === null) return { method: request.method, target, route: null, params: {}, command: null }
  const { method, match } = handled
  const [answer] = manifest === null ? [] : findHandledRoutes(manifest, handled, { request, target, base })
  const isMissing = match.controller !== undefined && message.includes('`turnout generate controller')
  return {
    method,
    target,
    route: answer?.route ?? null,
    params: match.params,
    command: isMissing ? `npx turnout generate controller ${match.controller}` : null,
  }
}

function bodyOf(report: ErrorReport, failed: FailedRequest, { host, hasInspector }: PageContext): Html {
  const { message, place, codeFrame, plugin, stack, causes } = report
  const [summary = '', ...lines] = message.split('\n')
  const details = lines.join('\n').trim()
  const { method, target, route, params, command } = failed
  const entries = Object.entries(params)
  return markup`<header>
      <p class="top"><span class="status">500</span> ${methodBadges([method])} <span class="mono">${target}</span></p>
      <h1>${summary}</h1>
      ${details !== '' && markup`<pre tabindex="0">${details}</pre>`}
      ${plugin !== null && markup`<p class="soft">Reported by the plugin ${plugin}.</p>`}
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
          <div class="card">
            <p class="bar">${editorLink(place, host)}</p>
            ${frameMarkup(codeFrame)}
          </div>`
      }
      ${(route !== null || hasInspector) && markup`<h2>Request</h2>`}
      <dl class="facts">
        ${
          route !== null &&
          markup`<dt>Route</dt>
            <dd class="mono">
              ${methodBadges(route.verbs)} ${patternMarkup(route.pattern)} → ${describeEndpoint(route)}
              ${declarationLink(route, host)}
            </dd>`
        }
        ${
          route !== null &&
          markup`<dt>Params</dt>
            <dd class="mono">
              ${entries.length === 0 ? 'none' : entries.map(([name, value]) => markup`<div><span class="param">${name}</span>: ${printValue(value)}</div>`)}
            </dd>`
        }
        ${
          hasInspector &&
          markup`<dt>Inspector</dt>
            <dd><a href="${inspectorAddress(method, target, host)}">Why this route?</a></dd>`
        }
      </dl>
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
    </main>`
}

/** Returns the frames of the project, with links, and below them the others, collapsed. */
function stackMarkup(stack: readonly StackFrame[], host: PageHost): Html {
  const ownFrames = stack.filter(({ place }) => place !== null)
  const foreignFrames = stack.filter(({ place }) => place === null)
  const items = ownFrames.map(({ text, place }) => markup`<li>${editorLink(place!, host, text)}</li>`)
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

function textOf({ message, plugin, place, codeFrame, stack, causes }: ErrorReport, failed: FailedRequest): string {
  const { route, command } = failed
  const frames = (lines: readonly StackFrame[]) => lines.map(({ text }) => `    ${text}`).join('\n')
  return [
    `500: ${message}${plugin === null ? '' : ` (${plugin})`}`,
    place !== null && codeFrame !== null && `${showLocation(place)}\n\n${codeFrame}`,
    route !== null && `Route: ${describeRoute(route)} → ${describeEndpoint(route)} (${describePlace(route)})`,
    command !== null && `Generate this action: ${command}`,
    stack.length > 0 && `Stack\n\n${frames(stack)}`,
    ...causes.map((cause) => `Caused by\n\n${[cause.message, frames(cause.stack)].filter(Boolean).join('\n')}`),
  ]
    .filter((part) => part !== false)
    .join('\n\n')
}

function problemOf({ message, place, codeFrame, stack, causes }: ErrorReport, failed: FailedRequest): object {
  const { method, target, route, params } = failed
  return {
    title: 'Internal Server Error',
    detail: message,
    ...(place !== null && { location: place, codeFrame }),
    request: { method, target },
    ...(route !== null && {
      route: { name: route.name, pattern: route.pattern, endpoint: describeEndpoint(route) },
      params,
    }),
    stack: stack.map(({ text }) => text),
    ...(causes.length > 0 && { causes: causes.map((cause) => cause.message) }),
  }
}
