export { turnout, turnout as default, type TurnoutApi } from './plugin.ts'
export type { TurnoutOptions } from './options.ts'
