import { fileURLToPath } from 'node:url'
import { expect, it, describe } from 'vitest'
import { LinkReader } from '../src/read-links.ts'
import { finderSettings } from '../src/settings.ts'
import { findInAstro } from '../src/sources/astro.ts'
import { MissingPackage } from '../src/sources/source-file.ts'
import { findInSvelte } from '../src/sources/svelte.ts'
import { findInVue } from '../src/sources/vue.ts'
import { shown } from './shown.ts'

const reader = new LinkReader(fileURLToPath(new URL('..', import.meta.url)), finderSettings({}))

/** Returns the links of a file, each with the source at its place. */
async function linksOf(file: string, source: string): Promise<string[]> {
  const { links } = await reader.read(file, source)
  return links.map((link) => `${shown(link, source)}  ${source.slice(...link.range).replace(/\s+/g, ' ')}`)
}

describe('the links of a file', () => {
  it('of JavaScript may contain JSX, and of TypeScript type assertions', async () => {
    expect(await linksOf('a.js', '<a href="/photos" />')).toEqual(['GET /photos  "/photos"'])
    expect(await linksOf('a.ts', 'fetch(<string>"/photos")')).toEqual(['GET /photos  "/photos"'])
    expect(await linksOf('a.mts', 'fetch("/photos" as const)')).toEqual(['GET /photos  "/photos"'])
  })

  it('of Vue are in its scripts, attributes and directives', async () => {
    const source = `<script>
const ROOT = '/admin'
</script>
<script setup lang="ts">
const go = () => router.push(\`/photos/\${id as string}\`)
</script>
<template>
  <p>Ünïcödé 🙂</p>
  <RouterLink v-for="photo of photos" :key="photo.id" :to="\`/photos/\${photo.id}\`" />
  <router-link to="/photos" />
  <a :href="ROOT + '/photos'" @click="$router.push('/back')">Admin</a>
  <RouterLink :to="{ path: '/photos/new' }" />
  <form action="/photos" method="post"><button formaction="/drafts" /></form>
  <a v-bind="rest" href="/rest" />
  <RouterLink v-slot="{ id }" :[name]="'/x'" v-if="a" />
</template>
`
    expect(await linksOf('a.vue', source)).toEqual([
      'router /photos/{id as string}  `/photos/${id as string}`',
      'router /photos/{photo.id}  `/photos/${photo.id}`',
      'router /photos  "/photos"',
      "GET /admin/photos  ROOT + '/photos'",
      "router /back  '/back'",
      "router /photos/new  '/photos/new'",
      'POST|PUT|PATCH|DELETE /photos  "/photos"',
      'any /drafts  "/drafts"',
      'any /rest  "/rest"',
    ])
  })

  it('of Svelte are in its scripts, attributes and expressions', async () => {
    const source = `<script lang="ts">
  import { goto } from '$app/navigation'
  const ROOT = '/admin'
  export let id: number
</script>
<a href="/photos/{id}/edit">Ünïcödé</a>
<a href={\`/photos/\${id}\`}>x</a>
<a href=/photos>x</a>
<a href={ROOT + '/users'} on:click={() => goto('/photos')}>x</a>
{#if id}<form action="/photos" method="POST"></form>{/if}
`
    expect(await linksOf('a.svelte', source)).toEqual([
      'GET /photos/{id}/edit  "/photos/{id}/edit"',
      'GET /photos/{id}  `/photos/${id}`',
      'GET /photos  /photos',
      "GET /admin/users  ROOT + '/users'",
      "router /photos  '/photos'",
      'POST|PUT|PATCH|DELETE /photos  "/photos"',
    ])
  })

  it('of Astro are in its frontmatter, attributes and expressions', async () => {
    const source = `---
const { id } = Astro.props
if (!id) return Astro.redirect('/photos')
const photo = await fetch('/api/photo')
---
<a href="/photos">Ünïcödé</a>
<a href={\`/photos/\${id}\`}>x</a>
{id && <a href="/photos/new">y</a>}
`
    expect(await linksOf('a.astro', source)).toEqual([
      "GET /api/photo  '/api/photo'",
      'GET /photos  "/photos"',
      'GET /photos/{id}  `/photos/${id}`',
      'GET /photos/new  "/photos/new"',
    ])
  })

  it('of HTML are in its attributes and scripts', async () => {
    const source = `<!doctype html><link href="/main.css"><a href=/photos>x</a>
<form action='/photos' method=post></form><template><a href="/t">x</a></template>
<script type="module">fetch('/photos')</script><script type="application/ld+json">{"a": }</script>`
    expect(await linksOf('a.html', source)).toEqual([
      'GET /photos  href=/photos',
      "POST|PUT|PATCH|DELETE /photos  action='/photos'",
      'GET /t  href="/t"',
      "GET /photos  '/photos'",
    ])
  })

  it('of Markdown are its links, definitions and HTML', async () => {
    const source =
      'See [photos](/photos "All") and [more][1].\n\n`[code](/code)`\n\n```html\n<a href="/code">\n```\n\n[1]: /more\n\n<a href="/html">x</a>\n\n![image](/a.png)\n'
    expect(await linksOf('a.md', source)).toEqual([
      'GET /photos  [photos](/photos "All")',
      'GET /more  [1]: /more',
      'GET /html  href="/html"',
    ])
  })
})

it('a file with a mistake in its syntax is an error', async () => {
  await expect(reader.read('a.ts', 'fetch("/a"')).rejects.toThrow(SyntaxError)
  await expect(reader.read('a.vue', '<template><a href="/a"</template>')).rejects.toThrow()
  await expect(reader.read('a.svelte', '<a href="/a"')).rejects.toThrow()
})

it('a missing compiler is an error with the name of its package', async () => {
  const loadPackage = (name: string, packageName = name) => Promise.reject(new MissingPackage(packageName))
  const tools = { ...reader, settings: finderSettings({}), loadPackage }
  await expect(findInVue('', tools, 'a.vue')).rejects.toMatchObject({ packageName: 'vue' })
  await expect(findInSvelte('', tools, 'a.svelte')).rejects.toMatchObject({ packageName: 'svelte' })
  await expect(findInAstro('', tools, 'a.astro')).rejects.toMatchObject({ packageName: '@astrojs/compiler' })
})
