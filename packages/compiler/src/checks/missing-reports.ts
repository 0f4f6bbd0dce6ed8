import { getOrCreate } from '../collections.ts'
import { messageOf } from '../diagnostics/catalog.ts'
import { showLocation } from '../diagnostics/location.ts'
import { describeRoute } from '../manifest/print/describe.ts'
import { nearest } from '../diagnostics/nearest.ts'
import type { Diagnostics } from '../diagnostics/collector.ts'
import type { ManifestRoute } from '../manifest/manifest.ts'
import { controllersOfPages, type PageFiles, type ControllerFile } from './handler-files.ts'
import { actionNameOf, isAction } from './compare-controllers.ts'

/** The routes of one call without their actions. */
interface CallWithoutActions {
  readonly controller: ControllerFile
  readonly routes: ManifestRoute[]
}

/** Reports routes whose controller, action or page is missing. Call `reportActions` at the end. */
export class MissingReports {
  readonly #diagnostics: Diagnostics
  readonly #pages: PageFiles | null
  readonly #controllersWithPages: ReadonlySet<string>
  /** By the file of the controller and the call, because one call of `resources` makes many routes. */
  readonly #callsWithoutActions = new Map<string, CallWithoutActions>()

  /** @param pages the files of the pages; null if the project has no pages */
  constructor(diagnostics: Diagnostics, pages: PageFiles | null) {
    this.#diagnostics = diagnostics
    this.#pages = pages
    this.#controllersWithPages = pages === null ? new Set() : controllersOfPages(pages)
  }

  hasPages(controller: string): boolean {
    return this.#controllersWithPages.has(controller)
  }

  /**
   * Reports a route without a page.
   *
   * @param orAction true if an action would do as well
   */
  page(route: ManifestRoute, { orAction }: { readonly orAction: boolean }): void {
    const { controller, action, location } = route
    const locator = () => location
    if (!this.hasPages(controller!)) {
      const suggestion = nearest(controller!, [...this.#controllersWithPages])
      const args = { page: controller!, route: null, suggestion, orAction }
      return this.#diagnostics.report('unknown-page', args, locator)
    }
    const names = (this.#pages!.get(controller!)?.actions ?? []).map(({ name }) => name)
    const args = {
      page: actionNameOf(route),
      route: describeRoute(route),
      suggestion: nearest(action!, names),
      orAction,
    }
    this.#diagnostics.report('unknown-page', args, locator)
  }

  /**
   * Reports a route without a controller.
   *
   * @param orPages true if pages would do as well
   */
  controller(
    { controller, location }: ManifestRoute,
    controllers: ReadonlyMap<string, ControllerFile>,
    { orPages }: { readonly orPages: boolean },
  ): void {
    const names = new Set([...controllers.keys(), ...(orPages ? this.#controllersWithPages : [])])
    const args = { controller: controller!, suggestion: nearest(controller!, [...names]), orPages }
    this.#diagnostics.report('unknown-controller', args, () => location)
  }

  /** Keeps a route without an action for `reportActions`. */
  addAction(route: ManifestRoute, controller: ControllerFile): void {
    const { location } = route
    const call = location === null ? `${route.pattern} ${route.action}` : showLocation(location)
    const key = `${controller.file}\0${call}`
    getOrCreate(this.#callsWithoutActions, key, (): CallWithoutActions => ({ controller, routes: [] })).routes.push(
      route,
    )
  }

  /** Reports the missing actions of each call as one problem. */
  reportActions(): void {
    for (const { controller, routes } of this.#callsWithoutActions.values()) {
      const { file } = controller
      const names = (controller.actions ?? []).map(({ name }) => name).filter(isAction)
      const [firstRoute] = routes as [ManifestRoute]
      const [, ...furtherActions] = new Set(routes.map(({ action }) => action!))
      const argsOf = (route: ManifestRoute, others: readonly string[]) => {
        const { action } = route as { readonly action: string }
        return { file, action, route: describeRoute(route), suggestion: nearest(action, names), others }
      }
      const occurrences = routes.map((route) => ({
        message: messageOf('unknown-action', argsOf(route, [])),
        location: route.location,
      }))
      const details = routes.length > 1 ? { occurrences } : {}
      this.#diagnostics.report('unknown-action', argsOf(firstRoute, furtherActions), () => firstRoute.location, details)
    }
  }
}
