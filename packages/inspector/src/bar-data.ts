/** The content of the dev bar. The dev server writes it into an attribute of the bar's script. */
export interface BarData {
  readonly method: string
  /** The route that handled the request. Several if a constraint function chose one of them. */
  readonly routes: readonly BarRoute[]
  /** The address of the request in the inspector. */
  readonly inspector: string
}

/** A route in the dev bar. */
export interface BarRoute {
  readonly pattern: string
  readonly name: string | null
  /** `photos#show`, or the description of a mounted app. */
  readonly endpoint: string
  readonly params: readonly (readonly [name: string, value: string])[]
  /** The line of the declaration, with the address that opens it in the editor. */
  readonly place: { readonly text: string; readonly address: string } | null
}
