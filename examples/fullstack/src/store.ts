import type { Note } from './notes.ts'

const notes: Note[] = []

/** The notes of this process. They are gone when it ends: put a database here. */
export const store = {
  all: async (): Promise<readonly Note[]> => notes,
  find: async (id: string): Promise<Note | undefined> => notes.find((note) => String(note.id) === id),
  async add(text: string): Promise<Note> {
    const note = { id: notes.length + 1, text }
    notes.push(note)
    return note
  },
}
