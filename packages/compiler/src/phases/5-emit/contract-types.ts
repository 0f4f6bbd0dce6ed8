import type { MappedText } from './source-map.ts'
import { quote } from './literal.ts'

/** What exports each action that has a contract: how TypeScript imports the module, and a name in it. */
export type ContractExports = ReadonlyMap<string, { readonly module: string; readonly name: string }>

/**
 * Writes the types of the actions that have a contract, inside the declarations of `virtual:routes`. They import types only,
 * and each is resolved when a link asks for it.
 */
export function emitContracts(text: MappedText, contracts: ContractExports): void {
  text.add("  import type { WithQuery } from 'vite-plugin-turnout/contracts'")
  text.add('  /** The actions that have a contract, by `controller#action`. */\n  export interface Contracts {')
  for (const [action, { module, name }] of contracts)
    text.add(`    readonly ${quote(action)}: (typeof import(${quote(module)}))[${quote(name)}]`)
  text.add('  }')
}

/** The declarations of `virtual:routes/client`. */
export const TYPES_OF_CLIENT = `// prettier-ignore
declare module 'virtual:routes/client' {
  import type { ClientSettings as Settings, Send } from 'vite-plugin-turnout/contracts'
  import type { RegisteredContext } from 'virtual:routes/server'

  export type ClientSettings = Settings<RegisteredContext>

  /**
   * Sends a request to a link, and returns the status and the data: \`const { status, data } = await send(update(7), { body })\`.
   * On a server the request stays in the process.
   */
  export const send: Send

  /** Makes a \`send\` with settings, such as the header of a token. */
  export function createSend(settings?: ClientSettings): Send
}`
