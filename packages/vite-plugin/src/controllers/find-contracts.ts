import type { Manifest } from '@turnout/compiler'
import { actionExportNames } from '@turnout/runtime'
import { textFileOrNull } from '../files/read-file.ts'
import { modulesIn } from './names.ts'

/** An action with a contract. */
interface ContractExport {
  /** The controller's module, absolute. */
  readonly file: string
  /** The name of the export. */
  readonly name: string
}

/**
 * Finds the actions of a folder of controllers that have a contract, by `controller#action`.
 *
 * The files are not parsed: regular expressions search for `action('photos#update'` and for the export. An action in a
 * comment gets a type without a contract, which has no effect.
 */
export function findContracts(folder: string, manifest: Manifest): ReadonlyMap<string, ContractExport> {
  const contracts = new Map<string, ContractExport>()
  const modules = modulesIn(folder)
  const actions = new Map<string, Set<string>>()
  for (const { controller, action } of manifest.routes) {
    if (controller === null || action === null) continue
    const names = actions.get(controller) ?? new Set()
    actions.set(controller, names.add(action))
  }
  for (const [controller, names] of actions) {
    const [file] = modules.get(controller) ?? []
    const text = file === undefined ? null : textFileOrNull(file)
    if (file === undefined || text === null || !/\baction\b/.test(text)) continue
    const contractActions = contractsIn(text)
    const exported = exportsIn(text)
    for (const action of names) {
      const name = actionExportNames(action).find((exportName) => exported.has(exportName))
      if (name !== undefined && contractActions.has(`${controller}#${action}`))
        contracts.set(`${controller}#${action}`, { file, name })
    }
  }
  return contracts
}

/**
 * Returns the first argument of each call of `action`, unless a function follows: then there is no contract. Links to such an
 * action do not depend on its type, so TypeScript can check the result of its handler (`decisions/033`).
 */
function contractsIn(text: string): ReadonlySet<string> {
  const calls = text.matchAll(/\baction\s*\(\s*(['"`])([^'"`\n]+)\1(?!\s*,\s*(?:\(|async\b|function\b|[\w$]+\s*=>))/g)
  return new Set(Array.from(calls, ([, , name]) => name!))
}

/** Returns the names of a module's exports, as far as a regular expression finds them. */
function exportsIn(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [, name] of text.matchAll(/\bexport\s+const\s+([\w$]+)/g)) names.add(name!)
  for (const [, list] of text.matchAll(/\bexport\s*\{([^{}]*)\}/g)) {
    for (const entry of list!.split(',')) {
      const [, name] = /(?:^|\sas\s)\s*([\w$]+)\s*$/.exec(entry) ?? []
      if (name !== undefined) names.add(name)
    }
  }
  return names
}
