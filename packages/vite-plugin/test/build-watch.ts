// `vite build --watch`.
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build, version, type Rollup } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeProject, routesFile, viteConfig, writeFiles } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(`  r.draw('api')`),
  'index.html': '<script type="module" src="/src/main.js"></script>',
  'src/main.js': `import manifest from 'virtual:routes/manifest'\nconsole.log(manifest)`,
}
const drawn = (name: string) => routesFile(`  r.resources('${name}')`)

/** What the builds of a watcher came to, the last one last. */
interface Watching {
  readonly results: string[]
  readonly close: () => Promise<void>
}

async function watchVite(root: string): Promise<Watching> {
  const results: string[] = []
  const watcher = (await build(
    viteConfig(root, {}, { build: { watch: {}, modulePreload: { polyfill: false } } }),
  )) as Rollup.RollupWatcher
  watcher.on('event', (event) => note(results, event))
  return { results, close: () => watcher.close() }
}

function note(results: string[], event: Rollup.RollupWatcherEvent): void {
  if (event.code === 'ERROR') results.push(event.error.message)
  if (event.code === 'BUNDLE_END') results.push('built')
  if ('result' in event) void event.result?.close()
}

/**
 * Waits for what the last build came to. The act is done again and again: watchers miss what happens in the moment after
 * a build, in which they are put up.
 */
async function until(results: readonly string[], expected: string, act = () => {}): Promise<void> {
  const last = () => {
    const result = results.at(-1)
    if (result?.includes(expected) !== true) act()
    return result
  }
  await expect.poll(last, { interval: 1000 }).toContain(expected)
}

/** Declares the tests, for the version that `vite` stands for. */
export function testBuildWatch(major: string): void {
  test('is of that version', () => expect(version.split('.')[0]).toBe(major))

  describe(`vite build --watch of Vite ${major}`, () => {
    test.each([
      ['in a folder that is there', { ...files, 'config/routes/other.ts': drawn('others') }],
      ['in a folder that is not', files],
    ])('builds again when a drawn file appears %s, and goes', async (_where, given) => {
      const root = makeProject(given)
      const { results, close } = await watchVite(root)
      onTestFinished(close)
      const drawnFile = path.join(root, 'config/routes/api.ts')
      const write = () => writeFiles(root, { 'config/routes/api.ts': drawn('photos') })
      await until(results, '[draw-not-found]')
      await until(results, 'built', write)
      await until(results, '[draw-not-found]', () => (existsSync(drawnFile) ? rmSync(drawnFile) : write()))
    })
  })
}
