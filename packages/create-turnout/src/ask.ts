import { confirm, isCancel, select, text } from '@clack/prompts'
import { DEFAULT_FOLDER, type Choice, type Flags } from './choice.ts'
import { KINDS, kindNamed } from './kinds.ts'
import { packageManagerOf } from './package-manager.ts'
import { printable } from './printable.ts'
import { whyNotFolder } from './write-project.ts'

/** Asks for the choices that the command line does not contain. Returns null if the user cancels. */
export async function ask(flags: Flags): Promise<Choice | null> {
  const folder = flags.folder ?? (await askFolder())
  if (isCancel(folder)) return null
  const name =
    flags.kind?.name ??
    (await select({
      message: 'Kind of project',
      options: KINDS.map((kind) => ({ value: kind.name, label: kind.label, hint: kind.hint })),
    }))
  if (isCancel(name)) return null
  const kind = kindNamed(name)!
  const isTypeScript = kind.isJavaScript ? false : (flags.isTypeScript ?? (await askLanguage()))
  if (isCancel(isTypeScript)) return null
  const hasDatabase = kind.hasDatabase ? (flags.hasDatabase ?? (await askStorage())) : false
  if (isCancel(hasDatabase)) return null
  const hasRouter = kind.router ? (flags.hasRouter ?? (await askRouter(kind.router.label))) : false
  if (isCancel(hasRouter)) return null
  const manager = packageManagerOf(kind, process.env)
  const isInstalled =
    flags.isInstalled ?? (await confirm({ message: `Install dependencies with ${manager}?`, initialValue: true }))
  return isCancel(isInstalled) ? null : { folder, kind, isTypeScript, hasDatabase, hasRouter, isInstalled }
}

function askFolder() {
  return text({
    message: 'Folder of the project',
    placeholder: DEFAULT_FOLDER,
    defaultValue: DEFAULT_FOLDER,
    validate(value) {
      const problem = whyNotFolder(value || DEFAULT_FOLDER)
      return problem === null ? undefined : printable(problem)
    },
  })
}

function askLanguage() {
  return select({
    message: 'Language',
    options: [
      { value: true, label: 'TypeScript', hint: 'checks every link and parameter' },
      { value: false, label: 'JavaScript', hint: 'editors still complete links' },
    ],
  })
}

function askStorage() {
  return select({
    message: 'Storage',
    options: [
      { value: false, label: 'Memory', hint: 'no setup; a restart deletes the data' },
      { value: true, label: 'SQLite', hint: 'a file, with libSQL and Drizzle' },
    ],
  })
}

function askRouter(label: string) {
  return select({
    message: 'Router in the browser',
    options: [
      { value: false, label: 'Turnout', hint: 'small; loads the data of one page at a time' },
      { value: true, label, hint: 'with routes from the table' },
    ],
  })
}
