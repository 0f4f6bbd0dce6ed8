import type { Html } from './html.ts'

/** What an action answers: a page, the path to go to next, or null where there is no such thing. */
export type Answer = { readonly title: string; readonly body: Html } | { readonly location: string } | null

/** What an action is called with: the parameters of the path, and of the query or the form. */
export interface Request {
  readonly params: Readonly<Record<string, string>>
  readonly values: URLSearchParams
}

export type Action = (request: Request) => Answer

/** The actions of a controller, by name. */
export type Controller = Readonly<Record<string, Action>>
