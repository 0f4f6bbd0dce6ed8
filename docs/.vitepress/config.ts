import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type DefaultTheme } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const { homepage, repository } = JSON.parse(readFileSync(file('../../package.json'), 'utf8')) as {
  homepage: string
  repository: { url: string }
}
const source = repository.url.replace(/^git\+|\.git$/g, '')

/** The pages of the sidebar in reading order. The text of a link is the title of its page. */
const GUIDE: Readonly<Record<string, readonly string[]>> = {
  Start: ['why', 'ten-minutes', 'from-rails', 'from-react-router', 'from-js-routes'],
  Declaring: [
    'resources',
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
  Serving: ['serving', 'contracts', 'client', 'server-and-client', 'server-rendering', 'recipes', 'deploying'],
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

const sidebar: DefaultTheme.SidebarItem[] = Object.entries(GUIDE).map(([text, pages]) => ({
  text,
  items: pages.map((page) => ({ text: titleOf(page), link: `/${page}` })),
}))

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

export default defineConfig({
  title: 'Turnout',
  description: 'Rails-style resource routing for Vite apps, compiled at build time',
  lang: 'en',
  cleanUrls: true,
  sitemap: { hostname: homepage },
  head: [['meta', { name: 'theme-color', content: '#0b6a4d' }]],
  markdown: {
    theme: { light: 'github-light', dark: 'github-dark' },
    config(renderer) {
      renderer.options.highlight = remembered(renderer.options.highlight!)
    },
  },
  transformPageData({ relativePath, frontmatter }) {
    // Nobody reads these one after the other, and what is generated is not edited there.
    const isGenerated = /^(?:diagnostics\/.*|diagnostics|methods|options)\.md$/.test(relativePath)
    if (isGenerated) frontmatter['editLink'] = false
    if (relativePath.startsWith('diagnostics/')) Object.assign(frontmatter, { prev: false, next: false })
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guide', link: '/ten-minutes' },
      { text: 'Diagnostics', link: '/diagnostics' },
    ],
    sidebar,
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: source }],
    editLink: { pattern: `${source}/edit/main/docs/:path`, text: 'Edit this page' },
  },
  vite: { plugins: [llmstxt()] },
})
