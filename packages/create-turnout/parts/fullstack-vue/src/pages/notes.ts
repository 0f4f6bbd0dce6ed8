import type { Note } from '../store.ts'

export const title = { index: 'Notes', show: ({ data }: { readonly data: Note }) => data.text }
