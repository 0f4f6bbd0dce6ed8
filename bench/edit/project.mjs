// The project of the benchmarks of edits.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes a project with resources of seven actions, eight routes each, in ten files, and returns a function that edits another
 * file: it declares the route `edits/<number>`.
 */
export function writeProject(root, routes) {
  const files = routes < 80 ? 1 : 10
  const resources = Math.round(routes / 8)
  for (const folder of ['config/routes', 'src']) mkdirSync(join(root, folder), { recursive: true })
  const write = (file, text) => writeFileSync(join(root, file), text)
  const routeFile = (lines) => {
    return `import { defineRoutes } from 'vite-plugin-turnout/dsl'\n\nexport default defineRoutes((r) => {\n${lines.join('\n')}\n})\n`
  }
  write('package.json', '{ "type": "module" }')
  write('index.html', '<script type="module" src="/src/main.js"></script>')
  write(
    'src/main.js',
    `import { match } from 'virtual:routes'\n// A module that mentions import.meta.hot handles updates itself, so Turnout does not reload the page.\nglobalThis.edit = (number) => match('GET', \`/edits/\${number}\`) !== null`,
  )
  const parts = Array.from({ length: files }, (_, file) => {
    return Array.from({ length: resources }, (_, index) => index)
      .filter((index) => index % files === file)
      .map((index) => `  r.resources('widget${index}s')`)
  })
  write('config/routes.ts', routeFile([...parts.map((_, file) => `  r.draw('part${file}')`), `  r.draw('edited')`]))
  for (const [file, lines] of parts.entries()) write(`config/routes/part${file}.ts`, routeFile(lines))
  return (number) => write('config/routes/edited.ts', routeFile([`  r.get('edits/${number}', { to: 'edits#show' })`]))
}
