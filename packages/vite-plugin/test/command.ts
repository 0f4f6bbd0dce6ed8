import type { TurnoutOptions } from '../src/index.ts'
import { main } from '../src/cli/main.ts'
import { silentProgress, type Progress } from '../src/cli/progress.ts'
import { plain } from '../src/print/style.ts'
import { loadedProject } from './fixture.ts'

/** What a command came to. */
export interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs `turnout` in this process, for the project in `root` with these options of the plugin. */
export async function runCommand(
  args: readonly string[],
  root: string,
  options: TurnoutOptions = {},
  columns?: number,
  progress: Progress = silentProgress,
): Promise<Result> {
  let [out, err] = ['', '']
  const code = await main(args, {
    loadProject: () => loadedProject(root, options),
    out: (text) => (out += `${text}\n`),
    err: (text) => (err += `${text}\n`),
    columns,
    progress,
    style: { out: plain, err: plain },
  })
  return { code, out, err }
}
