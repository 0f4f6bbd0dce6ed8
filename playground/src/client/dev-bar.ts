/** What the inspector's page is given, as far as the bar needs it. */
interface Inspected {
  readonly manifest: {
    readonly routes: readonly {
      readonly name: string | null
      readonly controller: string | null
      readonly action: string | null
      readonly location: { readonly file: string; readonly line: number; readonly column: number } | null
    }[]
  } | null
  readonly editor: { readonly address: string; readonly prefix: string } | null
}

/** Adds to the bar of dev a link to the line that declares the route, and one to the inspector. */
export async function linkToLine(): Promise<void> {
  const bar = document.querySelector<HTMLElement>('.dev-bar')
  if (bar === null) return
  const { path = '/', endpoint } = bar.dataset
  bar.append(linkTo(`/__turnout/#/who?verb=GET&path=${encodeURIComponent(path)}`, 'Why this route?'))
  const response = await fetch('/__turnout/data.json')
  if (!response.ok) return
  const { manifest, editor } = (await response.json()) as Inspected
  const route = manifest?.routes.find(({ controller, action }) => `${controller}#${action}` === endpoint)
  if (!route?.location || editor === null) return
  const { file, line, column } = route.location
  const open = linkTo(
    `${editor.address}?file=${encodeURIComponent(`${editor.prefix}${file}:${line}:${column}`)}`,
    `${file}:${line}`,
  )
  // The address opens the editor, and is not a page.
  open.addEventListener('click', (event) => {
    event.preventDefault()
    void fetch(open.href)
  })
  bar.append(open)
}

function linkTo(address: string, text: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href: address, textContent: text })
}
