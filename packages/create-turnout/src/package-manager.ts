import { spawn } from 'node:child_process'
import type { Kind } from './kinds.ts'

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** Returns the package manager that the kind of project needs, otherwise the one that runs `create` (from the environment). */
export function packageManagerOf(kind: Kind, env: NodeJS.ProcessEnv): PackageManager {
  const name = kind.needs ?? env['npm_config_user_agent']?.split('/')[0]
  return name === 'pnpm' || name === 'yarn' || name === 'bun' ? name : 'npm'
}

/** Installs the dependencies of the project, using the terminal of this process. */
export function install(manager: PackageManager, folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    // npm is a batch file on Windows, which only a shell can run. The command contains no input of the user.
    const child = spawn(`${manager} install`, { cwd: folder, shell: true, stdio: 'inherit' })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}
