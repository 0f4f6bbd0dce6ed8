// Loads the contracts of actions for exports: they are values, which exist only when the controllers have run.
import type { Plugin, ResolvedConfig } from 'vite'
import { ESModulesEvaluator } from 'vite/module-runner'
import { findContracts } from '../controllers/find-contracts.ts'
import { describeError } from '@turnout/compiler/internal/diagnostics/describe'
import { makeEnvironment } from '../evaluate/environment.ts'
import { ModuleLoader } from '../evaluate/module-loader.ts'
import type { Contracts } from '../packages.ts'
import type { Project } from '../project/project.ts'

/** Valibot's converter to JSON Schema is a package of its own. */
const VALIBOT_CONVERTER = '@valibot/to-json-schema'

/**
 * Runs the controllers that have contracts in Vite's module runner, and reads the contracts. A controller that fails is
 * listed; the others are still read. Controllers without contracts do not run.
 *
 * @param plugins those that resolve and transform modules, with the one that serves `virtual:routes`
 */
export async function loadContracts(
  project: Project,
  config: ResolvedConfig,
  plugins: readonly Plugin[],
): Promise<Contracts> {
  const { table, controllersFolder } = await project.outcome()
  const exported = table === null || controllersFolder === null ? [] : [...findContracts(controllersFolder, table)]
  const contracts = new Map<string, unknown>()
  const failures = new Map<string, string>()
  if (exported.length === 0) return { contracts, failures, wrapSchema: (schema) => schema }
  const environment = await makeEnvironment(config, plugins)
  const loader = new ModuleLoader(environment, new ESModulesEvaluator())
  try {
    for (const [action, { file, name }] of exported) {
      const controller = action.slice(0, action.indexOf('#'))
      if (failures.has(controller)) continue
      try {
        const exports = await loader.import<Readonly<Record<string, unknown>>>(file)
        const { contract } = Object(exports[name]) as { readonly contract?: unknown }
        if (contract !== undefined) contracts.set(action, contract)
      } catch (error) {
        failures.set(controller, describeError(error))
      }
    }
    const converter = await loader.import<ValibotConverter>(VALIBOT_CONVERTER).catch(() => null)
    return { contracts, failures, wrapSchema: (schema) => wrapSchema(schema, converter) }
  } finally {
    await environment.close()
  }
}

interface ValibotConverter {
  readonly toStandardJsonSchema?: (schema: unknown) => unknown
}

/** @throws Error for a schema of Valibot if its converter is not installed */
function wrapSchema(schema: unknown, converter: ValibotConverter | null): unknown {
  const standard = (Object(schema) as { readonly '~standard'?: { vendor?: unknown; jsonSchema?: unknown } })[
    '~standard'
  ]
  if (standard?.vendor !== 'valibot' || standard.jsonSchema !== undefined) return schema
  if (typeof converter?.toStandardJsonSchema !== 'function')
    throw new Error(`install \`${VALIBOT_CONVERTER}\` for schemas of Valibot`)
  return converter.toStandardJsonSchema(schema)
}
