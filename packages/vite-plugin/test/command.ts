import { plain } from '@turnout/compiler/internal/terminal/style'
import type { TurnoutOptions } from '../src/index.ts'
import type { Host } from '../src/cli/command.ts'
import { loadProject } from '../src/cli/load-project.ts'
import { main } from '../src/cli/main.ts'
import { silentProgress, type Progress } from '../src/cli/progress.ts'
import { loadedProject } from './fixture.ts'

/** What a command came to. */
export interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs `turnout` in this process, for the project in `root` with these options of the plugin. */
export function runCommand(
  args: readonly string[],
  root: string,
  options: TurnoutOptions = {},
  columns?: number,
  progress: Progress = silentProgress,
): Promise<Result> {
  return collectOutput(args, { loadProject: () => loadedProject(root, options), columns, progress })
}

/** Runs `turnout` in this process, in a folder with a Vite config. One call at a time: the process has one current folder. */
export async function runInFolder(args: readonly string[], folder: string): Promise<Result> {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return await collectOutput(args, { loadProject, columns: undefined, progress: silentProgress })
  } finally {
    process.chdir(before)
  }
}

async function collectOutput(
  args: readonly string[],
  host: Pick<Host, 'loadProject' | 'columns' | 'progress'>,
): Promise<Result> {
  let [out, err] = ['', '']
  const code = await main(args, {
    ...host,
    out: (text) => (out += `${text}\n`),
    err: (text) => (err += `${text}\n`),
    style: { out: plain, err: plain },
  })
  return { code, out, err }
}

/** Runs `turnout` once for each folder and its arguments. */
export async function runEach(
  calls: readonly (readonly [args: readonly string[], folder: string])[],
): Promise<Result[]> {
  const results: Result[] = []
  for (const call of calls) results.push(await runInFolder(...call))
  return results
}
