import type { Model } from './model.ts'

/** One view of the page. Its element is made once. */
export interface View {
  readonly id: string
  readonly title: string
  /** What the view is for, in a sentence. */
  readonly about: string
  readonly element: HTMLElement
  /** False where there is nothing to show: then the navigation has no such view. Left out: it always has it. */
  isFor?(model: Model): boolean
  /** What the navigation shows beside the title; null for nothing. */
  count?(model: Model): { readonly number: number; readonly tone?: 'error' | 'warning' } | null
  /** Shows other data. It is called before the view is seen for the first time, and again for each change. */
  take(model: Model): void
  /** Shows what the address asks for. It is called after `take`, whenever the view is opened or its address changes. */
  show?(params: URLSearchParams): void
}
