// What all packages say of the project is written in one place: the root's package.json (`homepage`, `repository`, `bugs`,
// `keywords`, `license`, `engines`), and LICENSE. This copies it into each package:
//   node scripts/package-metadata.mjs           fails where a package says something else
//   node scripts/package-metadata.mjs --write   writes it
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

const root = new URL('../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')
const { homepage, repository, bugs, keywords, license, engines } = JSON.parse(read('package.json'))
const licenseText = read('LICENSE')
const isWriting = process.argv.includes('--write')
const wrong = []

for (const name of readdirSync(new URL('packages', root))) {
  const folder = `packages/${name}`
  const own = JSON.parse(read(`${folder}/package.json`))
  const said = { homepage, repository: { ...repository, directory: folder }, bugs, keywords, license, engines }
  const asked = { ...own, ...said }
  if (!isDeepStrictEqual(own, asked)) {
    wrong.push(`${folder}/package.json`)
    if (isWriting) writeFileSync(new URL(`${folder}/package.json`, root), `${JSON.stringify(asked, null, 2)}\n`)
  }
  let text = null
  try {
    text = read(`${folder}/LICENSE`)
  } catch {
    // It has none yet.
  }
  if (text !== licenseText) {
    wrong.push(`${folder}/LICENSE`)
    if (isWriting) writeFileSync(new URL(`${folder}/LICENSE`, root), licenseText)
  }
}

if (wrong.length > 0 && !isWriting) {
  console.error(`These do not say what the root says: ${wrong.join(', ')}`)
  console.error('`node scripts/package-metadata.mjs --write` mends it.')
  process.exit(1)
}
