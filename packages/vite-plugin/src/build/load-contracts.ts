// Loads the contracts of actions for exports: they are values, which exist only when the controllers have run.
import type { Plugin, ResolvedConfig } from 'vite'
import { ESModulesEvaluator } from 'vite/module-runner'
import { describeError } from '@turnout/diagnostics'
import { answerRunner, makeEnvironment } from '../evaluate/environment.ts'
import { EvaluationTimeout, evaluationLimit } from '../evaluate/evaluation-limit.ts'
import { makeModuleRunner } from '../evaluate/module-runner.ts'
import type { Contracts } from '../packages.ts'
import type { Project } from '../project/project.ts'
import { findContracts } from '../types/contracts.ts'

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
  const { manifest, controllersFolder } = await project.outcome()
  const exported =
    manifest === null || controllersFolder === null ? [] : [...findContracts(controllersFolder, manifest)]
  const contracts = new Map<string, unknown>()
  const failures = new Map<string, string>()
  if (exported.length === 0) return { contracts, failures, wrapSchema: (schema) => schema }
  const environment = await makeEnvironment(config, plugins, [])
  const runner = makeModuleRunner(new ESModulesEvaluator(), (name, data) => answerRunner(environment, name, data))
  try {
    for (const [action, { file, name }] of exported) {
      const controller = action.slice(0, action.indexOf('#'))
      if (failures.has(controller)) continue
      try {
        const exports = await withinLimit(runner.import<Readonly<Record<string, unknown>>>(file), file)
        const { contract } = Object(exports[name]) as { readonly contract?: unknown }
        if (contract !== undefined) contracts.set(action, contract)
      } catch (error) {
        failures.set(controller, describeError(error))
      }
    }
    const converter = await withinLimit(runner.import<ValibotConverter>(VALIBOT_CONVERTER), VALIBOT_CONVERTER).catch(
      () => null,
    )
    return { contracts, failures, wrapSchema: (schema) => wrapSchema(schema, converter) }
  } finally {
    await runner.close()
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

/** @throws EvaluationTimeout for a module whose top-level `await` does not end */
async function withinLimit<Exports>(loading: Promise<Exports>, file: string): Promise<Exports> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new EvaluationTimeout(file, evaluationLimit.ms / 1000)), evaluationLimit.ms)
  })
  try {
    return await Promise.race([loading, timeout])
  } finally {
    clearTimeout(timer)
  }
}
