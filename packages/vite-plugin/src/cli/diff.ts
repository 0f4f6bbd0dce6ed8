// The command `turnout diff`.
import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  diffManifests,
  MANIFEST_VERSION,
  type Manifest,
  type ManifestRoute,
  type RegExpSource,
} from '@turnout/compiler'
import { isTooDeep, MAX_MANIFEST_DEPTH } from '@turnout/compiler/internal/manifest/manifest'
import { regExpProblem } from '@turnout/compiler/internal/patterns/regexp/parse'
import { FileFailure } from '../files/file-failure.ts'
import { isFolder } from '../files/read-file.ts'
import { formatDiff } from '@turnout/compiler/internal/terminal/format-diff'
import { MANIFEST_FILE } from '../ids.ts'
import { CommandError, defineCommand, projectOptions, UsageError } from './command.ts'
import { readTable } from './problems.ts'
import { readUserFile } from './user-file.ts'

/** Where a folder may contain the manifest: in `.vite/` of a build, in that of its server, or next to other files. */
const MANIFEST_PLACES = [MANIFEST_FILE, path.join('server', MANIFEST_FILE), path.basename(MANIFEST_FILE)]

/** `turnout diff`: shows the differences between two route tables, and which of them break clients. */
export const diff = defineCommand({
  name: 'diff',
  usage: '<manifest> [manifest]',
  summary: 'Compare two route tables, and list the changes that break clients.',
  description:
    `A manifest is the file \`${MANIFEST_FILE}\` of a build, or the folder of the build. Without a second manifest, the ` +
    'command compares the first one with the current route files. A change breaks clients if a request matches no route ' +
    'or another route, or if a helper was removed or has other arguments. A different controller breaks nothing.',
  positionals: { min: 1, max: 2 },
  options: {
    json: { type: 'boolean', help: 'Print the differences as JSON.' },
    ...projectOptions,
  },
  examples: [
    ['turnout diff released.json', 'Before a release: does it break existing clients?'],
    ['turnout diff old/dist new/dist', 'Compare two builds.'],
  ],
  exitCodes: { 0: 'No change breaks clients.', 1: 'A change breaks clients.' },
  async run({ json, ...location }, [oldFile, newFile], host) {
    const oldManifest = readManifest(oldFile!)
    const newManifest = newFile === undefined ? await currentManifest() : readManifest(newFile)
    if (newManifest === null) return 2
    const difference = diffManifests(oldManifest, newManifest)
    if (json === true) host.out(JSON.stringify(difference, null, 2))
    else host.out(formatDiff(difference, host.style.out))
    return difference.breaking ? 1 : 0

    async function currentManifest(): Promise<Manifest | null> {
      const table = await readTable(await host.loadProject(location), host, json)
      return table && table.manifest
    }
  },
})

/** @throws UsageError, FileFailure or CommandError if there is no manifest that this version can read */
function readManifest(place: string): Manifest {
  const candidates = isFolder(place) ? MANIFEST_PLACES.map((name) => path.join(place, name)) : [place]
  const file = candidates.find((name) => existsSync(name)) ?? candidates[0]!
  let manifest: unknown
  try {
    manifest = JSON.parse(readUserFile(file))
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`\`${file}\` is not a manifest. It is not JSON.`)
    if (error instanceof FileFailure) throw error
    // A string that is too long for V8.
    throw new UsageError(`\`${file}\` cannot be read: it is too large.`)
  }
  if (isTooDeep(manifest)) {
    throw new UsageError(`\`${file}\` is not a manifest. It is nested deeper than ${MAX_MANIFEST_DEPTH} levels.`)
  }
  const { version, routes, resolves, directs } = Object(manifest) as Partial<Record<keyof Manifest, unknown>>
  if (![routes, resolves, directs].every(Array.isArray)) {
    throw new UsageError(`\`${file}\` is not a manifest. It has no list of routes.`)
  }
  if (version !== MANIFEST_VERSION) {
    throw new CommandError(
      `\`${file}\` is a manifest of version ${JSON.stringify(version)}; this command reads version ${MANIFEST_VERSION}.`,
    )
  }
  const isRoute = (route: unknown) => {
    const { verbs, pattern, segments, constraints } = Object(route) as Partial<Record<keyof ManifestRoute, unknown>>
    return typeof pattern === 'string' && [verbs, segments, constraints].every(Array.isArray)
  }
  if (!(routes as readonly unknown[]).every(isRoute)) {
    throw new UsageError(`\`${file}\` is not a manifest. What it lists are not routes.`)
  }
  for (const { pattern, requirements, conditions } of routes as readonly ManifestRoute[]) {
    for (const [name, value] of Object.entries({ ...requirements, ...conditions })) {
      const { source, flags } = Object(value) as Partial<Record<keyof RegExpSource, unknown>>
      if (source === undefined) continue
      const problem = regExpProblem(String(source), String(flags))
      if (problem === null) continue
      throw new UsageError(
        `\`${file}\` is not a manifest. In \`${pattern}\` the requirement on \`${name}\` cannot be read: ${problem}.`,
      )
    }
  }
  return manifest as Manifest
}
