import type { Page } from 'playwright-core'

export const STEPS: Readonly<Record<string, unknown>>

export function takeSteps(
  newPage: () => Promise<Page>,
  url: string,
  options?: { readonly names?: readonly string[]; readonly patience?: number },
): Promise<Map<string, string>>
