import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileRoutes, type Block, type Diagnostic, type ManifestRoute } from '../src/index.ts'

const folder = new URL('cases/', import.meta.url)

describe.each(readdirSync(folder))('the route file cases/%s', async (name) => {
  const { default: block } = (await import(`./cases/${name}/routes.ts`)) as { default: Block }
  const { manifest, diagnostics } = compileRoutes(block)

  const [file, answer]: [string, string[]] =
    manifest === null ? ['errors.txt', diagnostics.map(line)] : ['table.txt', manifest.routes.map(row)]

  it(`has what ${file} says`, async () => {
    await expect(answer.join('\n') + '\n').toMatchFileSnapshot(`cases/${name}/${file}`)
    if (manifest !== null) expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

function row(route: ManifestRoute): string {
  const { name, verbs, pattern, controller, action, endpoint, anchored } = route
  const rest = Object.entries({
    defaults: route.defaults,
    requirements: route.requirements,
    conditions: route.conditions,
    ...(endpoint === null ? {} : { endpoint }),
    ...(anchored ? {} : { anchored }),
  }).filter(([, value]) => typeof value !== 'object' || Object.keys(value).length > 0)
  const cells = [
    (name ?? '').padStart(24),
    verbs.join('|').padEnd(8),
    pattern.padEnd(48),
    controller === null ? '-' : `${controller}#${action}`,
    ...rest.map(([key, value]) => `${key}=${JSON.stringify(value)}`),
  ]
  return cells.join(' ').trimEnd()
}

/** Without places: the test runner runs a rewritten route file. Places are tested where Vite runs it. */
function line({ severity, code, message }: Diagnostic): string {
  return `${severity} ${code}: ${message}`
}
