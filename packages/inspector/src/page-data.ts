// Creates the JSON with the data of the inspector's page.
import path from 'node:path'
import { formatDiagnostic, pageOf as publishedPageOf } from '@turnout/compiler/internal/diagnostics/format'
import { readOnce } from '@turnout/compiler/internal/diagnostics/source-text'
import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'
import type { HelperStyle } from '@turnout/compiler'
import type { Manifest } from '@turnout/compiler/internal/manifest/manifest'
import {
  findUnreachableRoutes,
  type Finding,
} from '@turnout/compiler/internal/phases/4-analyse/find-unreachable-routes'

/** The largest number of problems on the page. */
const MAX_PROBLEMS = 500

/** The data of the inspector's page, sent as JSON. Files are relative to the project root: no machine path is in it. */
export interface PageData {
  /** The project's name, as the title of the table. */
  readonly title: string
  /** The last table without errors; null if there has been none. */
  readonly manifest: Manifest | null
  /** True if the route files now contain an error, so that the table is an older one. */
  readonly isStale: boolean
  readonly helpers: HelperStyle
  /** The prefix of all route paths; may be empty. */
  readonly base: string
  readonly problems: readonly PageProblem[]
  /** The number of problems beyond the limit; undefined if there are none. */
  readonly omittedProblems?: number
  /** Unreachable routes, and static routes of which an earlier dynamic segment matches a part. */
  readonly findings: readonly PageFinding[]
  /** The endpoint that opens files in the editor; null in a single-file page, which has no server. */
  readonly editor: PageEditor | null
  /** The controllers of the project, in a dev server; absent in a single-file page. */
  readonly controllers?: readonly PageController[]
  /** True if the dev server handles requests: the page then lists recent requests. */
  readonly handlesRequests?: boolean
}

/** Vite's endpoint that opens a file in the editor. */
export interface PageEditor {
  /** The URL, without its parameter `file`. */
  readonly address: string
  /** Prefix for paths relative to the root: the endpoint resolves paths from the folder in which Vite runs. */
  readonly prefix: string
}

/** A request that the dev server has handled. It contains no body, no cookie, and only harmless headers. */
export interface PageRequest {
  /** Counts from 1, for as long as the server runs. */
  readonly id: number
  /** The time of its arrival, in milliseconds since 1970. */
  readonly at: number
  readonly method: string
  /** Path and query as they arrived, with the base. */
  readonly target: string
  readonly protocol: 'http' | 'https'
  readonly host: string | null
  readonly ip: string | null
  readonly headers: Readonly<Record<string, string>>
  /** Null if the client disconnected before the end of the response. */
  readonly status: number | null
  /** From the arrival to the end of the response. */
  readonly ms: number
  /** The target of a redirect. */
  readonly location: string | null
}

/** A controller's file, and the lines of its exports. */
export interface PageController {
  /** The name in routes: `admin/photos`. */
  readonly name: string
  /** Relative to the project root. */
  readonly file: string
  readonly actions: readonly { readonly name: string; readonly line: number | null }[]
}

/** A diagnostic, and its text as terminals show it. */
export interface PageProblem extends Pick<Diagnostic, 'code' | 'severity' | 'location'> {
  readonly text: string
}

/** A route that earlier routes hide, and a request that proves it. */
export interface PageFinding {
  readonly index: number
  readonly kind: Finding['kind']
  /** Indexes of the routes that cause the problem; empty if only the route's own requirements do. */
  readonly by: readonly number[]
  /** A path in the route's pattern that an earlier route matches first. */
  readonly witness: string | null
  readonly verb: string
  readonly host: string | null
  readonly protocol: string | null
}

/** The content of the dev bar. The dev server writes it into an attribute of the bar's script. */
export interface BarData {
  readonly method: string
  /** The route that handled the request. Several if a constraint function chose one of them. */
  readonly routes: readonly BarRoute[]
  /** The status of the response. */
  readonly status: number
  /** The time until the response began, in milliseconds. */
  readonly ms: number
  /** The number of problems in the route files. */
  readonly problems: number
  /** The address of the request in the inspector. */
  readonly inspector: string
  /** The address of the diagnostics in the inspector. */
  readonly diagnostics: string
}

/** A route in the dev bar. */
export interface BarRoute {
  readonly pattern: string
  readonly name: string | null
  /** `photos#show`, or the description of a mounted app. */
  readonly endpoint: string
  readonly params: readonly (readonly [name: string, value: string])[]
  /** The line of the declaration, with the address that opens it in the editor. */
  readonly place: { readonly text: string; readonly address: string } | null
}

/** The input of `pageData`. */
export interface PageSource extends Omit<PageData, 'problems' | 'omittedProblems' | 'findings'> {
  readonly problems: readonly Diagnostic[]
  /** Returns the local file that explains a code; null if the page is for other machines. */
  readonly pageOf: ((code: string) => string) | null
  /** Reads a file by its path relative to the root; returns null if the page must not show the file. */
  readonly readSource: (file: string) => string | null
}

/** Returns the data of the page. Each table is analysed only once. */
export function pageData({ readSource, pageOf, problems, ...source }: PageSource): PageData {
  const read = readOnce(readSource)
  // An absolute path would name a folder of this machine.
  const page = (code: string) => {
    const file = pageOf?.(code)
    return file === undefined || path.isAbsolute(file) ? publishedPageOf(code) : file
  }
  const firstProblems = worstFirst(problems).slice(0, MAX_PROBLEMS)
  const omitted = problems.length - firstProblems.length
  return {
    ...source,
    ...(omitted > 0 && { omittedProblems: omitted }),
    problems: firstProblems.map(({ trace: _trace, ...problem }) => {
      const { code, severity, location } = problem
      return { code, severity, location, text: formatDiagnostic(problem, read, page) }
    }),
    findings: source.manifest === null ? [] : findingsOf(source.manifest),
  }
}

/** If problems must be omitted, sorts errors before warnings before hints, so that hints are omitted first. */
function worstFirst(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  if (problems.length <= MAX_PROBLEMS) return problems
  return (['error', 'warning', 'hint'] as const).flatMap((severity) =>
    problems.filter((problem) => problem.severity === severity),
  )
}

const findingsByManifest = new WeakMap<Manifest, readonly PageFinding[]>()

function findingsOf(manifest: Manifest): readonly PageFinding[] {
  let findings = findingsByManifest.get(manifest)
  if (findings === undefined) {
    findings = [...findUnreachableRoutes(manifest)].map(([index, finding]) => pageFinding(index, finding))
    findingsByManifest.set(manifest, findings)
  }
  return findings
}

function pageFinding(index: number, finding: Finding): PageFinding {
  const { kind } = finding
  if (kind === 'unmatchable') return { index, kind, by: [], witness: null, verb: '', host: null, protocol: null }
  const { earlierRoutes, winner, witness, verb, origin } = finding
  const indexes = new Set([...(winner === null ? [] : [winner.index]), ...earlierRoutes.map((route) => route.index)])
  return {
    index,
    kind,
    by: [...indexes].sort((a, b) => a - b),
    witness,
    verb: verb === '*' ? 'GET' : verb,
    host: origin?.host ?? null,
    protocol: origin?.protocol ?? null,
  }
}
