import { html, type Html } from '../html.ts'
import type { Problems } from '../forms.ts'

interface Field {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly hint?: string
  readonly type?: 'text' | 'email' | 'password' | 'month' | 'file' | 'area'
  readonly autocomplete?: string
  readonly maxlength?: number
  readonly isOptional?: boolean
}

/** A field with its label, its hint and what is wrong with it. */
export function field(each: Field, problems: Problems = {}): Html {
  const { name, label, value = '', hint, type = 'text', autocomplete, maxlength, isOptional = false } = each
  const problem = problems[name]
  const describedBy = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  const common = html`id="${name}" name="${name}" ${isOptional ? '' : 'required'}
  ${maxlength === undefined ? '' : html`maxlength="${maxlength}"`}
  ${autocomplete === undefined ? '' : html`autocomplete="${autocomplete}"`}
  ${describedBy === '' ? '' : html`aria-describedby="${describedBy}"`}
  ${problem === undefined ? '' : html`aria-invalid="true"`}`
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${
      type === 'area'
        ? html`<textarea rows="4" ${common}>${value}</textarea>`
        : type === 'file'
          ? html`<input type="file" accept="image/avif,image/gif,image/jpeg,image/png,image/webp" ${common} />`
          : html`<input type="${type}" value="${value}" ${common} />`
    }
    ${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${problem === undefined ? '' : html`<p class="problem" id="${name}-problem">${problem}</p>`}
  </div>`
}

interface FormOptions {
  readonly to: string
  /** What HTML cannot say goes into a field, which the server reads. */
  readonly verb?: 'post' | 'patch' | 'delete'
  readonly send: string
  readonly cancel?: string
  readonly hasFile?: boolean
}

export function form({ to, verb = 'post', send, cancel, hasFile = false }: FormOptions, fields: readonly Html[]): Html {
  return html`<form class="sheet" method="post" action="${to}" ${hasFile ? html`enctype="multipart/form-data"` : ''}>
    ${verb === 'post' ? '' : html`<input type="hidden" name="_method" value="${verb}" />`} ${fields}
    <p class="buttons">
      <button ${verb === 'delete' ? html`class="danger"` : ''}>${send}</button>
      ${cancel === undefined ? '' : html`<a href="${cancel}">Cancel</a>`}
    </p>
  </form>`
}
