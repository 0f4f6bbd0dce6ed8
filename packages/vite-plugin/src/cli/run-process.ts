import { styleOf } from '@turnout/compiler/internal/terminal/style'
import { loadProject } from './load-project.ts'
import { main } from './main.ts'
import { createProgress } from './progress.ts'

/** Runs the command for this process: its arguments, streams and exit code. */
export async function runProcess(): Promise<void> {
  const { stdout, stderr, env } = process
  for (const stream of [stdout, stderr]) stream.on('error', endQuietly)
  const code = await main(process.argv.slice(2), {
    loadProject,
    out: (text) => stdout.write(`${text}\n`),
    err: (text) => stderr.write(`${text}\n`),
    progress: createProgress(stderr, env),
    columns: stdout.isTTY ? stdout.columns : undefined,
    style: { out: styleOf(stdout, env), err: styleOf(stderr, env) },
  })
  // Plugins of the Vite config may have left timers and sockets that would keep the process.
  await Promise.all([stdout, stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))))
  // Code that the route files have left for the end of the process must not report success either.
  process.on('exit', () => (process.exitCode = code))
  process.exit(code)
}

/** `turnout routes | head` closes the pipe when it has seen enough. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit()
}
