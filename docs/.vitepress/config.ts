import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { onePage } from '@turnout/inspector'
import { build } from 'esbuild'
import { defineConfig, type MarkdownRenderer } from 'vitepress'
import type { Plugin } from 'vite'
import llmstxt from 'vitepress-plugin-llms'
import { writeReference } from './reference.ts'
import { boostDocument, processTerm, tokenize } from './search.ts'

const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const { homepage, repository } = JSON.parse(readFileSync(file('../../package.json'), 'utf8')) as {
  homepage: string
  repository: { url: string }
}
const { version } = JSON.parse(readFileSync(file('../../packages/vite-plugin/package.json'), 'utf8')) as {
  version: string
}
const source = repository.url.replace(/^git\+|\.git$/g, '')

/** The pages of the sidebar in reading order. The text of a link is the title of its page. */
const GUIDE: Readonly<Record<string, readonly string[]>> = {
  Start: ['why', 'ten-minutes', 'from-rails', 'from-react-router', 'from-vue-router', 'from-js-routes'],
  Declaring: [
    'resources',
    'paths',
    'nesting',
    'scopes',
    'concerns',
    'shared-options',
    'constraints',
    'redirects',
    'mounts',
    'direct',
    'draws',
  ],
  Using: [
    'helpers',
    'matching',
    'types',
    'actions',
    'base-path',
    'url-defaults',
    'client-routes',
    'pages',
    'navigation',
    'react',
    'vue',
    'svelte',
    'solid',
    'existing-router',
    'testing',
    'monorepos',
  ],
  Serving: ['serving', 'contracts', 'client', 'server-and-client', 'server-rendering', 'recipes', 'deploying', 'hosts'],
  Tools: ['command', 'links', 'inspector', 'exports', 'rails-server'],
  Reference: [
    'setup',
    'methods',
    'options',
    'diagnostics',
    'versions',
    'how-it-works',
    'benchmarks',
    'troubleshooting',
  ],
}

const titleOf = (page: string) => /^# (.*)$/m.exec(readFileSync(file(`../${page}.md`), 'utf8'))![1]!

const sidebar = Object.entries(GUIDE).map(([text, pages]) => ({
  text,
  // Only the first group is open: 50 links at once are no overview. VitePress opens the group of the current page.
  collapsed: text !== 'Start',
  items: pages.map((page) => ({ text: titleOf(page), link: `/${page}` })),
}))
sidebar.push({ text: 'Modules', collapsed: true, items: [...(await writeReference())] })

/** The page of the inspector in the playground. It is a file, because a frame without an origin can follow links only there. */
const INSPECTOR = 'playground-inspector.html'

/** The programs of the theme: the compiler, as a module with its code as a string, and the inspector, as a page of its own. */
const programs: Plugin = {
  name: 'turnout-programs',
  resolveId: (id) => (id === 'virtual:compile-worker' ? `\0${id}` : null),
  async load(id) {
    if (id !== '\0virtual:compile-worker') return null
    const { outputFiles } = await build({
      entryPoints: [file('./theme/compile-worker.ts')],
      bundle: true,
      write: false,
      minify: true,
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      logLevel: 'error',
      // `pageData` of the inspector uses it for the pages of diagnostics in the project, which a browser does not have.
      alias: { 'node:path': file('./theme/no-paths.ts') },
    })
    return `export default ${JSON.stringify(outputFiles[0]!.text)}`
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${INSPECTOR}`, (_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(onePage(null))
    })
  },
}

/** The pages of all groups except the reference, as the beginning of a path. */
const GUIDE_PAGES = `^/(?:${Object.entries(GUIDE)
  .flatMap(([text, pages]) => (text === 'Reference' ? [] : pages))
  .join('|')})`

/**
 * Gives pictures their size, so that the text below does not move, and loads each when it is near the screen. Adds the
 * picture in dark colours, if there is one (`inspector-routes-dark.jpg`).
 */
function describePictures({ renderer: { rules } }: MarkdownRenderer): void {
  const image = rules.image!
  rules.image = (tokens, index, ...rest) => {
    const token = tokens[index]!
    const src = token.attrGet('src')!
    if (src.endsWith('.jpg')) {
      const jpeg = readFileSync(file(`../${src}`))
      // The frame header of a baseline JPEG: its marker, two bytes of length, one of precision, and then the size.
      const header = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
      token.attrSet('height', String(jpeg.readUInt16BE(header + 5)))
      token.attrSet('width', String(jpeg.readUInt16BE(header + 7)))
    }
    token.attrSet('loading', 'lazy')
    const dark = src.replace('.jpg', '-dark.jpg')
    if (!existsSync(file(`../${dark}`))) return image(tokens, index, ...rest)
    token.attrSet('class', 'in-light')
    const light = image(tokens, index, ...rest)
    return `${light}${light.replace(src, dark).replace('in-light', 'in-dark')}`
  }
}

type Highlight = (code: string, language: string, attributes: string) => string

/** The highlighted samples by language, attributes and code. */
const samples = new Map<string, string>()

/** Highlights each sample once: VitePress renders each page for the site and again for the index of the search. */
function remembered(highlight: Highlight): Highlight {
  return (code, language, attributes) => {
    const key = JSON.stringify([language, attributes, code])
    if (!samples.has(key)) samples.set(key, highlight(code, language, attributes))
    return samples.get(key)!
  }
}

/** Wraps samples of mistakes (`ts mistake`), so that the style sheet can mark them. */
function markMistakes({ renderer: { rules } }: MarkdownRenderer): void {
  const fence = rules.fence!
  rules.fence = (tokens, index, ...rest) => {
    const html = fence(tokens, index, ...rest)
    return /\bmistake\b/.test(tokens[index]!.info) ? `<div class="mistake">${html}</div>` : html
  }
}

export default defineConfig({
  title: 'Turnout',
  description: 'Rails-style resource routing for Vite apps, compiled at build time',
  lang: 'en',
  cleanUrls: true,
  sitemap: { hostname: homepage },
  head: [
    ['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }],
    ['meta', { name: 'theme-color', content: '#0b6a4d' }],
    ['meta', { property: 'og:site_name', content: 'Turnout' }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:image', content: new URL('/social.png', homepage).href }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ],
  transformHead: ({ title, description, pageData }) => [
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: pageData.description || description }],
  ],
  markdown: {
    // The usual themes of GitHub have comments and keywords below the contrast of WCAG AA on the background of VitePress.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(renderer) {
      markMistakes(renderer)
      describePictures(renderer)
      renderer.options.highlight = remembered(renderer.options.highlight!)
    },
  },
  buildEnd({ outDir }) {
    writeFileSync(path.join(outDir, INSPECTOR), onePage(null))
  },
  transformPageData({ relativePath, frontmatter }) {
    // Nobody reads these one after the other, and what is generated is not edited there.
    const isGenerated = /^(?:diagnostics\/.*|reference\/.*|diagnostics|methods|options)\.md$/.test(relativePath)
    if (isGenerated) frontmatter['editLink'] = false
    if (relativePath.startsWith('diagnostics/')) Object.assign(frontmatter, { prev: false, next: false })
  },
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    search: {
      provider: 'local',
      options: {
        miniSearch: { options: { tokenize }, searchOptions: { processTerm, boostDocument } },
        // The button's own text is its name: a label would have to repeat the key that the button shows.
        translations: { button: { buttonText: 'Search', buttonAriaLabel: '' } },
      },
    },
    nav: [
      { text: 'Guide', link: '/ten-minutes', activeMatch: GUIDE_PAGES },
      { text: 'Reference', link: '/methods', activeMatch: `^/(?:reference/|${GUIDE['Reference']!.join('|')})` },
      { text: 'Playground', link: '/playground' },
      { text: 'Examples', link: `${source}/tree/main/examples` },
      { text: `v${version}`, link: `${source}/releases` },
    ],
    sidebar,
    /** For the page of an unknown address. */
    pages: sidebar.flatMap(({ items }) => items),
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: source }],
    editLink: { pattern: `${source}/edit/main/docs/:path`, text: 'Edit this page' },
  },
  vite: { plugins: [llmstxt(), programs] },
})
