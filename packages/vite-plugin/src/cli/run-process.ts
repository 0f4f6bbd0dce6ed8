import { fileErrorReason } from '../files/file-failure.ts'
import { styleOf } from '@turnout/compiler/internal/terminal/style'
import type { ExitCode } from './command.ts'
import { loadProject } from './load-project.ts'
import { main } from './main.ts'
import { createProgress } from './progress.ts'

/** Runs the command for this process: its arguments, streams and exit code. */
export async function runProcess(): Promise<void> {
  const { stdout, stderr, env } = process
  let failure: NodeJS.ErrnoException | null = null
  const fail = (error: NodeJS.ErrnoException) => {
    // `turnout routes | head` closes the pipe when it has seen enough. The exit code is still that of the command.
    if (error.code !== 'EPIPE') failure ??= error
  }
  const printTo = (stream: NodeJS.WriteStream) => (text: string) => {
    try {
      stream.write(`${text}\n`)
    } catch (error) {
      // Node writes to files synchronously, and some versions throw instead of reporting the error to the listener.
      fail(error as NodeJS.ErrnoException)
    }
  }
  for (const stream of [stdout, stderr]) stream.on('error', fail)
  // A route file that ends the process, or sets another exit code at its end, must not report success.
  let code: ExitCode = 2
  const setExitCode = () => (process.exitCode = code)
  process.on('exit', setExitCode)
  code = await main(process.argv.slice(2), {
    loadProject,
    out: printTo(stdout),
    err: printTo(stderr),
    progress: createProgress(stderr, env),
    columns: stdout.isTTY ? stdout.columns : undefined,
    style: { out: styleOf(stdout, env), err: styleOf(stderr, env) },
  })
  // Route files and the Vite config may have left timers and sockets that would keep the process.
  await flush(stdout)
  if (failure !== null) {
    printTo(stderr)(`${fileErrorReason(failure, 'standard output', 'write')}.`)
    code = 2
  }
  await flush(stderr)
  process.on('exit', setExitCode)
  process.exit(code)
}

/** Waits until a stream has written its text, or has failed. Files are written at once, so nothing is written to them here. */
async function flush(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0) await new Promise((resolve) => stream.write('', resolve))
  // The listener receives an error in the next turn.
  await new Promise((resolve) => setImmediate(resolve))
}
