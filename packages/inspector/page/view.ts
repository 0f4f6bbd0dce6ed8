import type { Model } from './model.ts'

/** One view of the page. Its element is made once. */
export interface View {
  readonly id: string
  readonly title: string
  /** The purpose of the view, in a sentence. */
  readonly about: string
  readonly element: HTMLElement
  /** Returns false if the view would be empty: the navigation then omits it. Without this method, it is always shown. */
  isFor?(model: Model): boolean
  /** Returns the number next to the title in the navigation; null for none. */
  count?(model: Model): { readonly number: number; readonly tone?: 'error' | 'warning' } | null
  /** Receives new data. The page calls it before the view is first visible, and after each change. */
  take(model: Model): void
  /** Applies the parameters of the address. The page calls it after `take`, when the view opens or its address changes. */
  show?(params: URLSearchParams): void
}
