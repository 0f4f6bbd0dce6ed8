import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Returns the accessibility rules that a page breaks, each with the elements. The check works despite the page's policy. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<axe.AxeResults> } }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)
  })
}
