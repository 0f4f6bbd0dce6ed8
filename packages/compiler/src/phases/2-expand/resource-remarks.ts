import type { DiagnosticCode } from '../../diagnostics/catalog.ts'
import type { Inflector } from './inflect.ts'
import { ACTIONS, makeResource, type Resource, type ResourceContext, type ResourceOptions } from './resource.ts'
import type { Scope } from './scope.ts'

/**
 * What is allowed but most likely not meant: a word that inflection mangles, `only` and `except` without effect,
 * nesting that makes long paths.
 *
 * @param scope the scope around the resource
 * @param restricts whether `only` or `except` is among the resource's own options
 */
export function* resourceRemarks(
  name: string,
  resource: Resource,
  options: ResourceOptions,
  scope: Scope,
  context: ResourceContext,
  restricts: boolean,
): Generator<readonly [DiagnosticCode, string]> {
  if (!resource.singleton && options.as === null && isMangled(name, resource.memberName, context.inflector)) {
    yield [
      'mangled-word',
      `The singular of \`${name}\` came out as \`${resource.memberName}\`. ` +
        `Write \`as: '…'\` if that is wrong, or teach the rules the word.`,
    ]
  }
  if (restricts && isUseless(name, resource, options, scope, context)) {
    const option = options.only === null ? 'except' : 'only'
    yield ['useless-restriction', `\`${option}\` changes nothing: \`${name}\` has the same actions without it.`]
  }
  // Said once, where the second identifier comes in; what is nested deeper still would only repeat it.
  if (scope.parents === 2) {
    yield ['deep-nesting', `\`${name}\` is nested under two identifiers: \`${scope.path ?? ''}/${resource.path}\`.`]
  }
}

/**
 * English words that end in s in the singular, and that ActiveSupport's rules take for plurals.
 * No rule tells `bonus` from `menus`.
 */
const SINGULARS_IN_S: ReadonlySet<string> = new Set(
  (
    'abacus apparatus arthritis asparagus atlas aws bias bonus cactus campus canvas caucus census chaos chorus christmas cms ' +
    'colossus compass consensus corpus corps cosmos dns esophagus ethos exodus fetus focus fungus gallows gas genius gps ' +
    'hiatus ibis ios iris isthmus kudos lens locus lotus metropolis minus modulus mucus nexus nucleus oasis opus pancreas ' +
    'pelvis plus pos radius rhinoceros sms sinus sos stimulus surplus syllabus tennis terminus tetanus thermos thesaurus ' +
    'tls torus typhus uterus vms walrus'
  ).split(' '),
)

const PLURALS_OF_FE: ReadonlySet<string> = new Set(
  'afterlives housewives jackknives knives lives midwives penknives wives'.split(' '),
)

/** True if the singular is surely wrong, or does not lead back to the word. */
function isMangled(name: string, singular: string, inflector: Inflector): boolean {
  if (singular === name) return false
  const last = name.split(/[_\W]/).at(-1)!.toLowerCase()
  if (SINGULARS_IN_S.has(last)) return true
  // `heroes` -> `hero` is right, although `hero` -> `heros` is not.
  if (inflector.pluralize(singular) !== name && !last.endsWith('oes')) return true
  // `waves` -> `wafe`, as if it were `knives`.
  return last.endsWith('ves') && singular.endsWith('fe') && !PLURALS_OF_FE.has(last)
}

function isUseless(
  name: string,
  resource: Resource,
  options: ResourceOptions,
  scope: Scope,
  context: ResourceContext,
): boolean {
  const named = [...(options.only ?? []), ...(options.except ?? [])]
  if (!named.every((action) => (ACTIONS as readonly string[]).includes(action))) return false
  // What the resource would inherit if it said nothing itself.
  const inherited = { ...options, only: actionList(scope.only), except: actionList(scope.except) }
  return makeResource(name, resource.singleton, inherited, context).routes.length === resource.routes.length
}

function actionList(value: unknown): readonly string[] | null {
  if (value === undefined || value === null || value === false) return null
  return [value].flat().map((each) => (typeof each === 'symbol' ? (each.description ?? '') : String(each)))
}
