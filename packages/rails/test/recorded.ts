import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const FOLDER = new URL('recorded/', import.meta.url)

/** The recorded cases: what `record.rb` printed on Rails 7.2.3.2 and 6.1.7.10, under Ruby 3.1. */
export const CASES = {
  huginn: ['applications', 'app-huginn-huginn'],
  'solidus-backend': ['applications', 'app-solidus-backend'],
  danbooru: ['applications-2', 'app:danbooru'],
  gumroad: ['applications-2', 'app:gumroad'],
  hitobito: ['applications-2', 'app:hitobito'],
  mastodon: ['applications-2', 'app:mastodon'],
  'spree-api': ['applications-2', 'app:spree:spree/api'],
} as const

export const NAMES = Object.keys(CASES) as (keyof typeof CASES)[]
/**
 * Tables of applications whose route files are not in the conformance data, on Rails 7.2.3.2 with stand-ins for
 * unknown constants and gem macros. Of GitLab, it is the part that the conformance data has.
 */
export const TABLES = ['cartodb', 'inaturalist', 'gitlab-part'] as const

export const VERSIONS = ['7.2', '6.1'] as const

/** What the rake task printed. */
export function recorded(
  name: keyof typeof CASES | (typeof TABLES)[number] | 'shop',
  version: (typeof VERSIONS)[number],
): string {
  const file = readdirSync(FOLDER).find((each) => each.startsWith(`${name}-${version}.json`))!
  return gunzipSync(readFileSync(new URL(file, FOLDER))).toString('utf8')
}

/** True where Ruby and Rails are installed: Debian's `ruby-railties` and `rake`. */
export const hasRails =
  spawnSync('ruby', ['-e', 'require "rails"; require "action_dispatch/railtie"; require "rake"']).status === 0

/** Runs the rake task with the Rails that is installed. `out` is the file to write; `-` prints the JSON. */
export function printed(name: keyof typeof CASES | 'shop', out = '-'): string {
  const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
  const [corpus, id] = name === 'shop' ? [] : CASES[name]
  const given =
    corpus === undefined ? path('shop.rb') : `${path(`../../compiler/test/conformance/data/${corpus}.jsonl.gz`)}:${id}`
  return execFileSync('ruby', [path('record.rb'), given], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, OUT: out },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
