// What several views share: their interface, words for numbers, and small components such as verbs, patterns, links, buttons.
import { useSignal } from '@preact/signals'
import type { ButtonHTMLAttributes, ComponentChildren, JSX, TargetedInputEvent } from 'preact'
import type { Location as SourceLocation } from '@turnout/compiler/internal/manifest/manifest'
import { toneOf } from '@turnout/compiler/internal/manifest/print/palette'
import { address, addressOf, changeParams, wordPattern } from './address.ts'
import type { Model, RouteRow } from './model.ts'
import { model } from './source.ts'

/** A view of the page. */
export interface View {
  readonly id: string
  readonly title: string
  /** The purpose of the view, in a sentence. */
  readonly about: string
  /** The page renders it only after the data of the table has arrived. */
  readonly Content: () => JSX.Element
  /** Returns the number next to the title in the navigation, and its colour; null for none. */
  readonly count?: (model: Model) => readonly [number: number, tone?: string] | null
  /** Returns false if the view would be empty: the navigation then omits it. */
  readonly isFor?: (model: Model) => boolean
}

/** `1 route`, `5,000 routes`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/** `3 of 36 routes`, `36 routes` for all. */
export function countOf(shown: number, total: number, noun: string): string {
  return shown === total ? count(total, noun) : `${shown.toLocaleString('en')} of ${count(total, noun)}`
}

/** `6.1 ms` for 6.1, `1.2 s` for 1234. Callers have rounded the milliseconds. */
export function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** The verbs of a route as coloured badges. */
export function Verbs({ of: verbs }: { of: readonly string[] }) {
  const labels = verbs.length === 0 ? ['ANY'] : verbs
  return labels.map((verb) => <b class={`badge ${toneOf(verb)}`}>{verb}</b>)
}

/** Returns the colour of a status, which verbs have too; null stands for a request without a response. */
export function statusTone(status: number | null): string {
  return status === null || status >= 500 ? 'delete' : status >= 400 ? 'put' : status >= 300 ? 'post' : 'get'
}

/** The status of a response as a badge. */
export function Status({ of: status }: { of: number | null }) {
  return <b class={`badge ${statusTone(status)}`}>{status ?? 'aborted'}</b>
}

/** A path pattern with highlighted params, and with the words of the search marked. */
export function Pattern({ of: pattern }: { of: string }) {
  const parts = pattern.split(/([:*]\w+)/).map((part) => <Marked text={part} />)
  return <span class="mono pattern">{parts.map((part, index) => (index % 2 === 0 ? part : <em>{part}</em>))}</span>
}

/** A string with the words of the search marked. */
export function Marked({ text }: { text: string }) {
  if (wordPattern.value === null) return text
  const parts = text.split(wordPattern.value)
  return parts.map((part, index) => (index % 2 === 0 ? part : <mark>{part}</mark>))
}

/** A message with its parts in backticks as `code` elements. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))
}

/** A route in one line: its verbs, and its pattern as a link to its drawer. */
export function RouteLink({ row }: { row: RouteRow }) {
  return (
    <>
      <Verbs of={row.verbs} />{' '}
      <a href={addressOf('routes', { route: row.key })}>
        <Pattern of={row.path} />
      </a>
    </>
  )
}

/** A link to a helper. */
export function HelperLink({ name }: { name: string }) {
  return (
    <a class="mono" href={addressOf('helpers', { name })} title={name}>
      <Marked text={name} />
    </a>
  )
}

/** A link to the view that shows which route matches a request. */
export function MatchLink(request: { verb?: string; path: string; host?: string | null; ip?: string | undefined }) {
  return (
    <a class="match" href={addressOf('who', request)}>
      Show the match
    </a>
  )
}

/** A button that submits no form. */
export function Button({ label, ...attributes }: { label: ComponentChildren } & ButtonHTMLAttributes) {
  return (
    <button type="button" {...attributes}>
      {label}
    </button>
  )
}

/** A button that turns something on and off, such as a filter. */
export function Toggle(props: { label: string; tone?: string; isOn: boolean; onClick: () => void }) {
  const { label, tone = '', isOn, onClick } = props
  return <Button class={`toggle ${tone}`} label={label} aria-pressed={isOn} onClick={onClick} />
}

/**
 * A location in a file of the project, as a button that opens it in the editor, or as text if there is no editor. Nothing for
 * null.
 */
export function Place({ at: location }: { at: SourceLocation | null }) {
  const outcome = useFlash('')
  if (location === null) return null
  const { file, line, column } = location
  const place = `${file}:${line}:${column}`
  // If space is short, the file name is truncated, and not the line number.
  const label = [<span>{file}</span>, `:${line}`]
  const { editor } = model.value!.data
  if (editor === null) return <span class="place">{label}</span>
  const open = async () => {
    const request = fetch(`${editor.address}?file=${encodeURIComponent(editor.prefix + place)}`)
    outcome.show((await isFulfilled(request)) ? 'opened' : 'failed')
  }
  return <Button class={`place ${outcome.value}`} title={`Open ${place} in the editor`} label={label} onClick={open} />
}

/** A value that returns to its initial state after a moment. */
function useFlash(initial: string): { value: string; show: (value: string) => void } {
  const state = useSignal(initial)
  const show = (value: string) => {
    state.value = value
    setTimeout(() => (state.value = initial), 1500)
  }
  return { value: state.value, show }
}

const isFulfilled = (task: Promise<unknown>): Promise<boolean> =>
  task.then(
    () => true,
    () => false,
  )

/** A button that copies a string, and shows whether it succeeded. */
export function Copy({ text, label }: { text: string; label: string }) {
  const outcome = useFlash(label)
  // Async, because `navigator.clipboard` is undefined on pages over plain HTTP.
  const copy = async () => navigator.clipboard.writeText(text)
  const onClick = async () => outcome.show((await isFulfilled(copy())) ? 'Copied' : 'Not copied')
  return <Button aria-live="polite" label={outcome.value} onClick={onClick} />
}

/** A line of code with a button that copies it. */
export function Copyable({ text, label, isMain = false }: { text: string; label: string; isMain?: boolean }) {
  return (
    <div class="copyable">
      <code class={isMain ? 'value' : ''}>{text}</code>
      <Copy text={text} label={label} />
    </div>
  )
}

/** A list of names and values. Null and empty lists are left out. */
export function Facts({ of: facts }: { of: Readonly<Record<string, ComponentChildren>> }) {
  const known = Object.entries(facts).filter(([, value]) => value !== null && !(Array.isArray(value) && !value.length))
  return <dl>{known.map(([name, value]) => [<dt>{name}</dt>, <dd>{value}</dd>])}</dl>
}

/** A block of code, which the keyboard can scroll. */
export function Code({ label, text }: { label: string; text: ComponentChildren }) {
  return (
    <pre tabIndex={0} aria-label={label}>
      {text}
    </pre>
  )
}

/** The placeholder of an empty view: a title, the next step, and a sample or a button. */
export function Empty({ title, text, next }: { title: string; text: string; next?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <Prose text={text} />
      {next}
    </div>
  )
}

/** The search of a list. Its text is in the address. */
export function Search({ label, placeholder }: { label: string; placeholder: string }) {
  const onInput = ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) => {
    changeParams({ q: currentTarget.value })
    currentTarget.closest('section')!.querySelector('.scroller')?.scrollTo(0, 0)
  }
  const value = address.value.params['q'] ?? ''
  const attributes = { 'aria-label': label, placeholder, autocomplete: 'off', spellcheck: false }
  return <input class="search" type="search" value={value} onInput={onInput} {...attributes} />
}
