// What `npm install vite-plugin-turnout` writes to disk: the packed packages, installed with npm into an empty folder. Peers
// (Vite, Rollup) are not installed, as the application has them.
//
//   node bench/install/measure.mjs             packs the packages as they are built
//   node bench/install/measure.mjs <folder>    takes the tarballs of a folder, to compare another version
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = 'vite-plugin-turnout'
const GOAL_MB = 2.5

const packages = fileURLToPath(new URL('../../packages/', import.meta.url))
const root = mkdtempSync(path.join(tmpdir(), 'turnout-install-'))
const run = (command, cwd) =>
  execFileSync(command, { cwd, shell: true, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const [given] = process.argv.slice(2)
const tarballs = given === undefined ? packAll(path.join(root, 'packed')) : path.resolve(given)
const dependencies = Object.fromEntries(
  readdirSync(tarballs).flatMap((file) =>
    file.endsWith('.tgz') ? [[nameOf(path.join(tarballs, file)), `file:${path.join(tarballs, file)}`]] : [],
  ),
)
const { [MAIN]: main, ...overrides } = dependencies
const project = path.join(root, 'project')
mkdirSync(project)
writeFileSync(
  path.join(project, 'package.json'),
  JSON.stringify({ private: true, dependencies: { [MAIN]: main }, overrides }),
)
run('npm install --legacy-peer-deps --ignore-scripts --no-audit --no-fund', project)

const installed = path.join(project, 'node_modules')
const sizes = packagesIn(installed).map((name) => ({
  name,
  isOurs: name in dependencies,
  ...sizeOf(path.join(installed, name)),
}))
printTable(sizes)
rmSync(root, { recursive: true, force: true })

/** Packs the packages that applications install. */
function packAll(folder) {
  mkdirSync(folder)
  for (const name of readdirSync(packages)) {
    if (name !== 'create-turnout')
      run(`npx --yes pnpm@12.21.0 pack --pack-destination "${folder}"`, path.join(packages, name))
  }
  return folder
}

function nameOf(tarball) {
  return JSON.parse(run(`tar -xOzf "${tarball}" package/package.json`)).name
}

function packagesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    if (name.startsWith('.')) return []
    return name.startsWith('@') ? readdirSync(path.join(folder, name)).map((inner) => `${name}/${inner}`) : [name]
  })
}

/** The files of a package: how many, their bytes, and the bytes of their blocks on disk. */
function sizeOf(folder) {
  const stats = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(path.join(folder, file)))
    .filter((stat) => stat.isFile())
  const sum = (measure) => stats.reduce((total, stat) => total + measure(stat), 0)
  return { files: stats.length, bytes: sum(({ size }) => size), onDisk: sum(({ blocks }) => blocks * 512) }
}

function printTable(rows) {
  const total = (name, some) =>
    some.reduce(
      (sum, row) => ({
        name,
        files: sum.files + row.files,
        bytes: sum.bytes + row.bytes,
        onDisk: sum.onDisk + row.onDisk,
      }),
      { files: 0, bytes: 0, onDisk: 0 },
    )
  const ours = total(
    '**ours**',
    rows.filter(({ isOurs }) => isOurs),
  )
  const all = total('**all**', rows)
  const megabytes = (bytes) => (bytes / 1e6).toFixed(2)
  console.log('| package | files | MB | MB in blocks of the disk |\n| --- | ---: | ---: | ---: |')
  for (const { name, files, bytes, onDisk } of [
    ...rows.filter(({ isOurs }) => isOurs),
    ours,
    ...rows.filter(({ isOurs }) => !isOurs),
    all,
  ]) {
    console.log(`| ${name} | ${files} | ${megabytes(bytes)} | ${megabytes(onDisk)} |`)
  }
  console.log(`\nThe goal is ${GOAL_MB} MB of ours: ${ours.bytes <= GOAL_MB * 1e6 ? 'reached' : 'missed'}.`)
}
