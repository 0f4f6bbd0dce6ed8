import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type DefaultTheme } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const { homepage, repository } = JSON.parse(readFileSync(file('../../package.json'), 'utf8')) as {
  homepage: string
  repository: { url: string }
}
const source = repository.url.replace(/^git\+|\.git$/g, '')

type Pages = Readonly<Record<string, string>>

/** What the sidebar leads through, in the order in which one would read it. The text of a link is the page's own title. */
const GUIDE: Readonly<Record<string, Pages>> = {
  Start: {
    'ten-minutes': 'Ten minutes',
    'from-rails': 'For people from Rails',
    'from-react-router': 'For people from React Router',
    'from-js-routes': 'For people from js-routes',
  },
  Declaring: {
    resources: 'Resources',
    nesting: 'Nesting and shallow paths',
    scopes: 'Namespaces and scopes',
    concerns: 'Concerns',
    'shared-options': 'Options that calls share',
    constraints: 'Requirements and constraints',
    redirects: 'Redirects',
    mounts: 'Mounts',
    direct: 'Direct and resolve',
    draws: 'Several files',
  },
  Using: {
    matching: 'Matching',
    types: 'Types',
    actions: 'Links with their verb',
    'base-path': 'The base path',
    'url-defaults': 'Defaults of URLs',
    'client-routes': 'What the client sees',
    pages: 'Pages in the browser',
    testing: 'Testing with Vitest',
    monorepos: 'Monorepos',
  },
  Serving: {
    serving: 'Controllers and the server',
    deploying: 'Deploying',
  },
  Tools: {
    command: 'The command',
    inspector: 'The inspector',
    exports: 'Exports',
    'rails-server': 'Routes from a Rails server',
  },
  Reference: {
    setup: 'The plugin',
    methods: 'Methods of the DSL',
    options: 'Options of the DSL',
    diagnostics: 'Diagnostics',
    versions: 'Versions',
    'how-it-works': 'How it works',
    benchmarks: 'Benchmarks',
  },
}

const sidebar: DefaultTheme.SidebarItem[] = Object.entries(GUIDE).map(([text, pages]) => ({
  text,
  items: Object.entries(pages)
    .filter(([page]) => existsSync(file(`../${page}.md`)))
    .map(([page, title]) => ({ text: title, link: `/${page}` })),
}))

export default defineConfig({
  title: 'Turnout',
  description: 'Rails-style resource routing for Vite apps, compiled at build time',
  lang: 'en',
  cleanUrls: true,
  sitemap: { hostname: homepage },
  head: [['meta', { name: 'theme-color', content: '#0b6a4d' }]],
  // Pages link to files of the repository, as they are read there too.
  ignoreDeadLinks: [/^(?:\.\/)?(?:\.\.\/)+/],
  markdown: { theme: { light: 'github-light', dark: 'github-dark' } },
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
