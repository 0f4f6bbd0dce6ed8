/** Stands in for the declarations of an application: any action, with values of any type. */
declare module 'virtual:routes/navigation' {
  import type { ReadyPage, RouteMatch } from './index.ts'

  export interface Pages {
    readonly [action: string]: { readonly page: any; readonly data: any; readonly search: any }
  }

  export type Ready<Action extends keyof Pages> = ReadyPage<Action & string, RouteMatch, Pages[Action]>
}
