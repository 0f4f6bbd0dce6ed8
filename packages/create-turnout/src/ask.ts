import { confirm, isCancel, select, text } from '@clack/prompts'
import type { Choice, Said } from './choice.ts'
import { KINDS, kindNamed } from './kinds.ts'
import { printable } from './printable.ts'
import { whyNotFolder } from './write-project.ts'

/** Asks for the choices that the command line does not contain. Returns null if the user cancels. */
export async function ask(said: Said): Promise<Choice | null> {
  const folder =
    said.folder ??
    (await text({
      message: 'In which folder?',
      placeholder: 'turnout-app',
      defaultValue: 'turnout-app',
      validate(value) {
        const problem = whyNotFolder(value || 'turnout-app')
        return problem === null ? undefined : printable(problem)
      },
    }))
  if (isCancel(folder)) return null
  const name =
    said.kind?.name ??
    (await select({
      message: 'Which kind of project?',
      options: KINDS.map((kind) => ({ value: kind.name, label: kind.name, hint: kind.says })),
    }))
  if (isCancel(name)) return null
  const kind = kindNamed(name)!
  const isTypeScript = kind.isJavaScript
    ? false
    : (said.isTypeScript ?? (await confirm({ message: 'Use TypeScript?' })))
  if (isCancel(isTypeScript)) return null
  const hasDatabase = kind.hasDatabase
    ? (said.hasDatabase ?? (await confirm({ message: 'Use a database?', initialValue: false })))
    : false
  return isCancel(hasDatabase) ? null : { folder, kind, isTypeScript, hasDatabase }
}
