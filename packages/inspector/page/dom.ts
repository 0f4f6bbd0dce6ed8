/** Attributes by name. `on…` are event listeners; attributes that are false or undefined are omitted. */
export type Props = Readonly<Record<string, string | number | boolean | undefined | ((event: never) => void)>>

export type Child = Node | string | number | null | undefined | false

/**
 * Makes an element. Strings become text nodes, so that no content of a route file can become markup. The page's policy
 * (Trusted Types) forbids every other way.
 *
 * @param tag the tag name with classes: `div.row.group`
 */
export function h<Tag extends keyof HTMLElementTagNameMap = 'div'>(
  tag: Tag | `${Tag}.${string}`,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const [name, ...classes] = tag.split('.') as [Tag, ...string[]]
  const element = document.createElement(name)
  if (classes.length > 0) element.className = classes.join(' ')
  apply(element, props, children)
  return element
}

/** Makes an SVG element, like `h`. */
export function svg(tag: string, props: Props = {}, ...children: readonly Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  apply(element, props, children)
  return element
}

function apply(element: Element, props: Props, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener)
    else if (name === 'value') (element as HTMLInputElement).value = String(value)
    else if (typeof value === 'boolean' && name.startsWith('aria-')) element.setAttribute(name, String(value))
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  append(element, children)
}

export function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue
    element.append(typeof child === 'number' ? String(child) : child)
  }
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren()
  append(element, children)
}

/** `1 route`, `5,000 routes`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/** `6.1 ms`, `1.2 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** Returns a button that copies a string, and shows whether it succeeded. */
export function copyButton(text: () => string, label: string): HTMLButtonElement {
  const button = h('button.quiet', { type: 'button' }, label)
  button.addEventListener('click', () => {
    const say = (word: string) => {
      button.textContent = word
      setTimeout(() => (button.textContent = label), 1500)
    }
    copy(text()).then(
      () => say('Copied'),
      () => say('Not copied'),
    )
  })
  button.setAttribute('aria-live', 'polite')
  return button
}

/** Copies a string. Pages over plain HTTP, except those of this machine, have no `navigator.clipboard`. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = h('textarea', { readonly: true })
  area.value = text
  document.body.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  if (!isDone) throw new Error('The browser does not copy.')
}
