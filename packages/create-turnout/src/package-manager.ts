import { spawn } from 'node:child_process'
import type { Kind } from './kinds.ts'

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** Whoever runs `create`, as it says in the environment; what a kind of project needs comes first. */
export function packageManagerOf(kind: Kind, env: NodeJS.ProcessEnv): PackageManager {
  const name = kind.needs ?? env['npm_config_user_agent']?.split('/')[0]
  return name === 'pnpm' || name === 'yarn' || name === 'bun' ? name : 'npm'
}

/** Installs what the project needs, with the terminal of this process. */
export function install(manager: PackageManager, folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    // npm is a batch file on Windows, which only a shell can run. Nothing of the user's is in the command.
    const child = spawn(`${manager} install`, { cwd: folder, shell: true, stdio: 'inherit' })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}
