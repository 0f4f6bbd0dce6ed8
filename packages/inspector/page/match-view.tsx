// The view that explains which route matches a request. The page computes it, so it also works in a single file.
import { explainRequest, typedRequest } from '@turnout/compiler/internal/manifest/explain'
import { COMMON_METHODS } from '@turnout/runtime'
import type { TargetedInputEvent } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { address, changeParams } from './address.ts'
import { curlOf, headerLines } from './helper-values.ts'
import { MatchResult } from './match-result.tsx'
import { Copyable, type View } from './parts.tsx'
import { model, SERVER_ORIGIN } from './source.ts'

export const matchView: View = {
  id: 'who',
  title: 'Match',
  about: 'Shows which route matches a request. The address of this page contains the request, so you can share it.',
  Content() {
    const { rows, data } = model.value!
    const { verb = 'GET', path: text = '', host = '', ip = '', headers = '' } = address.value.params
    const method = verb.trim().toUpperCase() || 'GET'
    const { target, request } = typedRequest(text.trim())
    /** Returns the attributes of a field, whose value is in the address. */
    const field = (name: string, value: string) => ({
      value,
      autocomplete: 'off',
      spellcheck: false,
      onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        changeParams({ [name]: currentTarget.value }),
    })
    const [explanation, attributes] = useMemo(() => {
      const attributes = {
        ...request,
        ...(host.trim() !== '' && { host: host.trim() }),
        ...(ip.trim() !== '' && { ip: ip.trim() }),
        headers: Object.fromEntries(headerLines(headers)),
      }
      if (data.manifest === null || text.trim() === '') return [null, attributes]
      return [explainRequest(data.manifest, method, target, { ...attributes, base: data.base }), attributes]
    }, [data, method, text, host, ip, headers])
    const more = useRef<HTMLDetailsElement>(null)
    // An address with one of these values shows it. It may be closed while other fields change.
    useEffect(() => {
      if (host + ip + headers !== '') more.current!.open = true
    }, [host, ip, headers])
    return (
      <section class="sheet" aria-label="Match" tabIndex={0}>
        <form class="question" onSubmit={(event) => event.preventDefault()}>
          <div class="tools">
            <select aria-label="Verb" {...field('verb', method)}>
              {[...new Set([...COMMON_METHODS, ...rows.flatMap(({ verbs }) => verbs), method])].map((name) => (
                <option>{name}</option>
              ))}
            </select>
            <input
              class="search path"
              aria-label="Path or URL"
              placeholder="/photos/7, or https://api.example.org/photos/7"
              {...field('path', text)}
            />
          </div>
          <details ref={more}>
            <summary>Host, address and headers</summary>
            <div class="fields">
              <label>
                Host
                <input placeholder="example.org" {...field('host', host)} />
              </label>
              <label>
                Client address
                <input placeholder="10.0.0.1" {...field('ip', ip)} />
              </label>
              <label class="wide">
                Headers, one a line
                <textarea rows={2} placeholder="accept: application/json" {...field('headers', headers)} />
              </label>
            </div>
          </details>
          {target.startsWith('/') && (
            <Copyable text={curlOf(method, SERVER_ORIGIN + target, headerLines(headers))} label="Copy curl" />
          )}
        </form>
        <div class="result" aria-live="polite">
          {explanation === null ? (
            <p class="soft">Enter a path to see the route that matches it.</p>
          ) : (
            <MatchResult explanation={explanation} attributes={attributes} />
          )}
        </div>
      </section>
    )
  },
}
