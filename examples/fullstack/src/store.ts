export interface Note {
  readonly id: number
  readonly text: string
}

const notes: Note[] = [{ id: 1, text: 'Order paper for the large prints' }]

/** The notes, in memory. A restart deletes them: use a database instead. */
export const store = {
  all: async (): Promise<Note[]> => notes,
  find: async (id: number): Promise<Note | undefined> => notes.find((note) => note.id === id),
  async add(text: string): Promise<Note> {
    const note = { id: notes.length + 1, text }
    notes.push(note)
    return note
  },
}
