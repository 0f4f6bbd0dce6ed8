import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compileRoutes, type CompileRoutesOptions } from '@turnout/compiler'
import { redirect, type Routes } from '@turnout/compiler/dsl'
import { applyFixes, describeEdits, LinkChecker, type FileReport, type LinkProject } from '../src/index.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-links-')))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), content)
}

const TABLE = (r: Routes) => {
  r.root('pages#home')
  r.resources('photos', (photos) => photos.member((m) => m.post('publish')))
  r.get('albums/:id', { to: redirect('/photos/%{id}') })
  r.get('users/:name', { to: 'users#show', as: 'user', constraints: { name: /[a-z]+/ } })
}

function projectOf(
  settings: Partial<Omit<LinkProject, 'root'>> = {},
  routes: (r: Routes) => void = TABLE,
  compile: CompileRoutesOptions = {},
): LinkProject {
  const { manifest } = compileRoutes(routes, compile)
  const vite = { publicDir: path.join(root, 'public'), build: { outDir: 'dist', assetsDir: 'assets' }, server: {} }
  return { root, manifest: manifest!, routeFiles: [], compile, vite, options: {}, ...settings }
}

async function findingsOf(project: LinkProject): Promise<string[]> {
  const { files } = await new LinkChecker(project).checkAll()
  return files.flatMap(({ findings }) =>
    findings.map(({ diagnostic: { code, severity, message, location } }) => {
      return `${location!.file}:${location!.line}:${location!.column} ${severity} ${code}: ${message}`
    }),
  )
}

describe('the check of a project', () => {
  it('reports each kind of finding at its place', async () => {
    write('src/menu.tsx', '<>\n  <a href="/photo" />\n  <a href={`/photos/${id}/edti`} /><a href="/photos" />\n</>')
    write('src/api.ts', 'fetch(`/photos/${id}/publish`)\nfetch("/albums/7")\n')
    expect(await findingsOf(projectOf())).toEqual([
      'src/api.ts:1:7 warning link-verb: No route accepts GET for `/photos/${id}/publish`, only POST.',
      'src/api.ts:2:7 hint link-redirect: `/albums/7` is redirected by GET /albums/:id(.:format).',
      'src/menu.tsx:2:11 error dead-link: No route matches `/photo`. Did you mean `/photos`?',
      'src/menu.tsx:3:12 error dead-link: No route matches `/photos/${id}/edti`. Did you mean `/photos/1/edit`?',
    ])
  })

  it('reports a link that only a catch-all matches', async () => {
    write('a.html', '<a href="/photo">Photo</a>')
    const routes = (r: Routes) => r.get('*path', { to: 'pages#show' })
    expect(await findingsOf(projectOf({}, routes))).toEqual([
      'a.html:1:4 hint link-catch-all: Only GET /*path(.:format) matches `/photo`.',
    ])
  })

  it('respects the severities of the user, and the severity of dev servers', async () => {
    write('a.ts', 'fetch("/photo"); fetch("/albums/7")')
    expect(await findingsOf(projectOf({ severity: 'warning' }))).toHaveLength(2)
    expect((await findingsOf(projectOf({ severity: 'warning' })))[0]).toContain('warning dead-link')
    const severities = { 'dead-link': 'hint', 'link-redirect': 'off' } as const
    expect(await findingsOf(projectOf({}, TABLE, { severities }))).toEqual([expect.stringContaining('hint dead-link')])
  })

  it('does not report files, paths of Vite, and prefixes of other servers', async () => {
    write('public/logo.svg', '')
    write('public/img/a b.png', '')
    write('index.html', '')
    write(
      'a.html',
      ['/logo.svg', '/img/a%20b.png', '/assets/x.js', '/@vite/client', '/index.html', '/blog/1', '/api/x']
        .map((href) => `<a href="${href}">`)
        .join(''),
    )
    write('b.ts', 'fetch(`/img/${name}.png`); fetch(`/logo.svg?v=${v}`)')
    const vite = { ...projectOf().vite, server: { proxy: { '/blog': '', '^/api/.*': '' } } }
    expect(await findingsOf(projectOf({ vite }))).toEqual([])
    expect(await findingsOf(projectOf({ options: { ignore: ['/blog'] } }))).toEqual([expect.stringContaining('/api/x')])
  })

  it('does not read route files, tests, dependencies, generated files and public files', async () => {
    for (const file of [
      'config/routes.ts',
      'a.test.ts',
      'test/b.ts',
      'node_modules/c/c.js',
      'dist/d.js',
      'public/e.js',
      '.f/f.js',
      'g.d.ts',
    ]) {
      write(file, 'fetch("/nowhere")')
    }
    const routeFiles = [path.join(root, 'config/routes.ts')]
    expect(await findingsOf(projectOf({ routeFiles }))).toEqual([])
    expect(await findingsOf(projectOf({ routeFiles, options: { exclude: [] } }))).toHaveLength(2)
    expect(await findingsOf(projectOf({ options: { exclude: [], include: ['config'] } }))).toHaveLength(1)
    const checker = new LinkChecker(projectOf({ routeFiles }))
    const concerns = (file: string) => checker.concerns(path.join(root, file))
    expect(['src/a.ts', 'a.vue', 'b/c.md'].map(concerns)).toEqual([true, true, true])
    expect(
      [
        'config/routes.ts',
        'a.test.ts',
        'test/b.ts',
        'node_modules/c/c.js',
        'dist/d.js',
        '.f/f.js',
        'a.css',
        '../a.ts',
      ].map(concerns),
    ).toEqual(Array(8).fill(false))
  })

  it('skips files that it cannot read, with the reason', async () => {
    write('broken.ts', 'fetch("/a"')
    write('binary.js', Buffer.from([0x22, 0x2f, 0, 1, 2]))
    write('large.js', 'x'.repeat(20_000_000))
    symlinkSync('/etc', path.join(root, 'folder'))
    symlinkSync('/etc/hosts', path.join(root, 'link.ts'))
    write('good.ts', 'fetch("/photo")')
    const { files, skipped } = await new LinkChecker(projectOf()).checkAll()
    expect(files.map(({ file }) => file)).toEqual(['good.ts'])
    expect(skipped.map(({ file, reason }) => `${file}: ${reason}`).sort()).toEqual([
      'binary.js: it is a binary file',
      expect.stringMatching(/^broken\.ts: its syntax is not valid: /),
      'large.js: it has more than 1 MB',
      'link.ts: it is a symbolic link',
    ])
  })
})

async function reportOf(file: string, source: string, project: LinkProject = projectOf()): Promise<FileReport> {
  write(file, source)
  const report = await new LinkChecker(project).check(file)
  if (!('edits' in report)) throw new Error(JSON.stringify(report))
  return report
}

/** Returns a file after its fix. A second fix must change nothing. */
async function fixed(file: string, source: string, project: LinkProject = projectOf()): Promise<string> {
  expect(applyFixes(root, await reportOf(file, source, project))).toBeNull()
  const result = readFileSync(path.join(root, file), 'utf8')
  expect((await reportOf(file, result, project)).edits).toEqual([])
  return result
}

describe('a fix', () => {
  it.each([
    ['a.ts', `fetch('/photos')\n`, `import { photosPath } from 'virtual:routes'\nfetch(photosPath())\n`],
    [
      'a.ts',
      `'use client'\nimport a from "a";\n\nfetch("/photos");`,
      `'use client'\nimport a from "a";\nimport { photosPath } from "virtual:routes";\n\nfetch(photosPath());`,
    ],
    ['a.ts', `'use client'\nfetch('/')`, `'use client'\nimport { rootPath } from 'virtual:routes'\nfetch(rootPath())`],
    [
      'a.ts',
      "import { photoPath } from 'virtual:routes'\nfetch(`/photos/${ id /* the photo */ }`); fetch(isNew ? '/photos/new' : other)",
      "import { photoPath, newPhotoPath } from 'virtual:routes'\nfetch(photoPath(id)); fetch(isNew ? newPhotoPath() : other)",
    ],
    [
      'a.ts',
      "fetch('/photos/' + encodeURIComponent(photo.id) + '/edit')",
      "import { editPhotoPath } from 'virtual:routes'\nfetch(editPhotoPath(photo.id))",
    ],
    [
      'a.ts',
      "fetch('/photos/7', { method: 'DELETE' })",
      "import { photoPath } from 'virtual:routes'\nfetch(photoPath(7), { method: 'DELETE' })",
    ],
    [
      'a.tsx',
      '<Link to="/photos" /> // All',
      "import { photosPath } from 'virtual:routes'\n<Link to={photosPath()} /> // All",
    ],
    ['a.tsx', '<a href={`/photos/${id}`} />', "import { photoPath } from 'virtual:routes'\n<a href={photoPath(id)} />"],
    [
      'a.vue',
      '<script setup>\nconst { id } = defineProps()\n</script>\n<template><RouterLink to="/photos" /><a :href="`/photos/${id}`">x</a></template>',
      '<script setup>\nimport { photoPath, photosPath } from \'virtual:routes\'\nconst { id } = defineProps()\n</script>\n<template><RouterLink :to="photosPath()" /><a :href="photoPath(id)">x</a></template>',
    ],
    [
      'a.svelte',
      '<script>\n  export let id\n</script>\n<a href="/photos/{id}/edit">x</a>',
      "<script>\n  import { editPhotoPath } from 'virtual:routes'\n  export let id\n</script>\n<a href={editPhotoPath(id)}>x</a>",
    ],
  ])('of %s writes calls: %s', async (file, source, expected) => {
    expect(await fixed(file, source)).toBe(expected)
  })

  it.each([
    ['a query', "fetch('/photos?page=2')"],
    ['a fragment', "fetch('/photos#top')"],
    ['a format', "fetch('/photos.json')"],
    ['another form of the path', "fetch('/photos/')"],
    ['a part of a segment', 'fetch(`/photos/${id}-x`)'],
    ['a dead link', "fetch('/photo')"],
    ['a requirement', 'fetch(`/users/${name}`)'],
    ['a redirect', 'fetch(`/albums/${id}`)'],
    ['a name that is taken', "const photosPath = 1; fetch('/photos')"],
    ['a constant', "const all = '/photos'; fetch(all)"],
    ['two values in one expression', "fetch('/' + (a ? 'photos' : 'users'))"],
    ['a name in a path of a router', 'navigate({ to: "/photos/$id" })'],
  ])('does not change %s', async (_, source) => {
    expect((await reportOf('a.ts', source)).edits).toEqual([])
  })

  it('does not change HTML, Markdown, Astro, and Vue without `script setup`', async () => {
    expect((await reportOf('a.html', '<a href="/photos">x</a>')).edits).toEqual([])
    expect((await reportOf('a.md', '[x](/photos)')).edits).toEqual([])
    expect((await reportOf('a.astro', '<a href="/photos">x</a>')).edits).toEqual([])
    expect(
      (await reportOf('a.vue', '<script>\nexport default {}\n</script>\n<template><a href="/photos">x</a></template>'))
        .edits,
    ).toEqual([])
  })

  it('uses only helpers that clients have, with the base and the names of the options', async () => {
    const hidden = projectOf({}, TABLE, { clientRoutes: { except: 'photos' } })
    expect((await reportOf('a.ts', "fetch('/photos')", hidden)).edits).toEqual([])
    const based = projectOf({}, TABLE, { base: '/app', helpers: 'snake_case' })
    expect(await fixed('a.ts', "fetch('/app/photos/new')", based)).toContain('fetch(new_photo_path())')
    expect((await reportOf('a.ts', "navigate('/photos')", based)).edits).toEqual([])
  })

  it('does not choose between two helpers with the same path', async () => {
    const twice = projectOf({}, (r) => {
      r.get('photos', { to: 'photos#index', as: 'photos' })
      r.post('photos', { to: 'photos#create', as: 'create_photo' })
    })
    expect((await reportOf('a.ts', "fetch('/photos')", twice)).edits).toEqual([])
  })

  it('shows the lines that it would change', async () => {
    const report = await reportOf(
      'src/a.tsx',
      'import a from "a"\n\nexport const b = () => (\n  <a href="/photos">x</a>\n)\n',
    )
    expect(describeEdits(report)).toBe(
      [
        'src/a.tsx:1',
        '+ import { photosPath } from "virtual:routes"',
        'src/a.tsx:4',
        '-   <a href="/photos">x</a>',
        '+   <a href={photosPath()}>x</a>',
      ].join('\n'),
    )
  })

  it('does not write a file that has changed, or that is outside the project', async () => {
    const report = await reportOf('a.ts', "fetch('/photos')")
    write('a.ts', "fetch('/photos') // new")
    expect(applyFixes(root, report)).toBe('it has changed meanwhile')
    rmSync(path.join(root, 'a.ts'))
    const outside = mkdtempSync(path.join(tmpdir(), 'turnout-outside-'))
    writeFileSync(path.join(outside, 'a.ts'), report.source)
    symlinkSync(path.join(outside, 'a.ts'), path.join(root, 'a.ts'))
    expect(applyFixes(root, report)).toBe('it is outside the project')
    expect(readFileSync(path.join(outside, 'a.ts'), 'utf8')).toBe(report.source)
    rmSync(outside, { recursive: true })
  })

  it('keeps the permissions of a file', async () => {
    const report = await reportOf('a.ts', "fetch('/photos')")
    chmodSync(path.join(root, 'a.ts'), 0o755)
    expect(applyFixes(root, report)).toBeNull()
    expect(statSync(path.join(root, 'a.ts')).mode & 0o777).toBe(0o755)
  })
})
