// Copies the common metadata from the root's package.json (`homepage`, `repository`, `bugs`, `keywords`, `license`,
// `engines`), and LICENSE, into each package:
//   node scripts/package-metadata.mjs           fails if a package differs
//   node scripts/package-metadata.mjs --write   writes the differences
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
  const current = JSON.parse(read(`${folder}/package.json`))
  const common = { homepage, repository: { ...repository, directory: folder }, bugs, keywords, license, engines }
  const updated = { ...current, ...common }
  if (!isDeepStrictEqual(current, updated)) {
    wrong.push(`${folder}/package.json`)
    if (isWriting) writeFileSync(new URL(`${folder}/package.json`, root), `${JSON.stringify(updated, null, 2)}\n`)
  }
  let text = null
  try {
    text = read(`${folder}/LICENSE`)
  } catch {
    // The package has no LICENSE yet.
  }
  if (text !== licenseText) {
    wrong.push(`${folder}/LICENSE`)
    if (isWriting) writeFileSync(new URL(`${folder}/LICENSE`, root), licenseText)
  }
}

if (wrong.length > 0 && !isWriting) {
  console.error(`These do not say what the root says: ${wrong.join(', ')}`)
  console.error('`node scripts/package-metadata.mjs --write` writes them.')
  process.exit(1)
}
