import * as sources from '@turnout/runtime'

/** The exports of an emitted module, by name. */
export type Emitted = Readonly<Record<string, unknown>> & {
  readonly [helper: `${string}Path` | `${string}Url`]: (...args: readonly unknown[]) => string
}

/**
 * Evaluates the text of an emitted module as a script, thousands of times faster than a bundler would. The runtime is
 * handed in, as it is in its sources or built; callables must be stand-ins (`callables: 'by-name'`). Whole builds are tested in `hostile/codegen.test.ts`.
 */
export function loadModule(code: string, runtime: object = sources): Emitted {
  const exported: string[] = []
  const script = code
    .replace(
      /^import \{ (.*) \} from '@turnout\/runtime'$/gm,
      (_, names: string) => `const { ${names.replaceAll(' as ', ': ')} } = runtime`,
    )
    .replace(/^export \* as default from .*$/gm, '')
    .replace(/^export (const|function) ([\w$]+)/gm, (_, keyword: string, name: string) => {
      exported.push(name)
      return `${keyword} ${name}`
    })
  const evaluate = new Function('runtime', `'use strict'\n${script}\nreturn { ${exported.join(', ')} }`)
  return evaluate(runtime) as Emitted
}
