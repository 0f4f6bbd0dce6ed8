export { turnout, turnout as default } from './plugin.ts'
export type { TurnoutOptions } from './options.ts'
