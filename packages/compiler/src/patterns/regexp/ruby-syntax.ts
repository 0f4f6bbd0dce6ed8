// Finds syntax of Ruby in the regular expressions of requirements, for a diagnostic: `\\A` -> the sentence about anchors.
import type { RegExpSource } from '../requirement.ts'

/** Syntax of Ruby's engine (Onigmo) that JavaScript interprets differently, with the JavaScript form. */
const FORMS: readonly { readonly ruby: RegExp; readonly unlessFlags?: RegExp; readonly says: string }[] = [
  {
    ruby: /\\A/,
    unlessFlags: /[uv]/,
    says: '`\\A`, which in JavaScript is the letter A. A requirement needs no anchors.',
  },
  {
    ruby: /\\[Zz]/,
    unlessFlags: /[uv]/,
    says: '`\\Z` or `\\z`, which in JavaScript is a letter. A requirement needs no anchors.',
  },
  { ruby: /\\h/, unlessFlags: /[uv]/, says: '`\\h`, which in JavaScript is the letter h. Write `[0-9a-fA-F]`.' },
  { ruby: /\\H/, unlessFlags: /[uv]/, says: '`\\H`, which in JavaScript is the letter H. Write `[^0-9a-fA-F]`.' },
  {
    ruby: /\\R/,
    unlessFlags: /[uv]/,
    says: '`\\R`, which in JavaScript is the letter R. A path holds no line breaks.',
  },
  { ruby: /\\X/, unlessFlags: /[uv]/, says: '`\\X`, which in JavaScript is the letter X.' },
  { ruby: /\\[GK]/, unlessFlags: /[uv]/, says: '`\\G` or `\\K`, which in JavaScript is a letter.' },
  { ruby: /\\[ae]/, unlessFlags: /[uv]/, says: '`\\a` or `\\e`, which in JavaScript is a letter.' },
  {
    ruby: /\[\[:\^?[a-z]+:\]/,
    says: 'a class of Ruby, such as `[[:alpha:]]`. Write `[a-zA-Z]`, or `\\p{L}` with the flag `u`.',
  },
  {
    ruby: /\\u\{/,
    unlessFlags: /[uv]/,
    says: '`\\u{…}`, which in JavaScript needs the flag `u`.',
  },
  { ruby: /\\g<\w+>/, unlessFlags: /[uv]/, says: 'a call of a group, `\\g<name>`. Write the group out.' },
  {
    ruby: /\[[^\]]*&&/,
    unlessFlags: /v/,
    says: 'an intersection of classes, `[a-z&&[^aeiou]]`, which in JavaScript needs the flag `v`.',
  },
  { ruby: /\\[pP]\{/, unlessFlags: /[uv]/, says: '`\\p{…}`, which in JavaScript needs the flag `u`.' },
]

/** Returns a sentence for each use of Ruby-only syntax in a regular expression: its meaning and a replacement. */
export function rubySyntax({ source, flags }: RegExpSource): string[] {
  // An escaped backslash escapes nothing.
  const withoutEscapedBackslashes = source.replace(/\\\\/g, '')
  return FORMS.filter(
    ({ ruby, unlessFlags }) => !(unlessFlags?.test(flags) ?? false) && ruby.test(withoutEscapedBackslashes),
  ).map(({ says }) => says)
}
