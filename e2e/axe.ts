import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The minified script: a page takes less time to read it. */
const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules whose results depend on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Returns the accessibility rules that a page breaks, each with the elements. The check works despite the page's policy.
 *
 * @param rules the checked rules; by default all
 */
export async function violations(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SCRIPT)
  return page.evaluate(async (names) => {
    const { axe } = window as unknown as { axe: { run(options: axe.RunOptions): Promise<axe.AxeResults> } }
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(names !== null && { runOnly: { type: 'rule', values: [...names] } }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)
  }, rules)
}

/** Returns the same for the light and the dark theme. In the dark theme, it checks only the rules about colours. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const inLight = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await violations(page, COLOUR_RULES)
  return [...inLight.map((rule) => `light: ${rule}`), ...inDark.map((rule) => `dark: ${rule}`)]
}
