export interface Note {
  readonly id: number
  readonly text: string
}

const notes = new Map<number, Note>([[1, { id: 1, text: 'Order paper for the large prints' }]])
let lastId = 1

/** The notes, in memory. A restart deletes them: use a database instead. */
export const store = {
  all: async (): Promise<readonly Note[]> => [...notes.values()],
  find: async (id: number): Promise<Note | undefined> => notes.get(id),
  async add(text: string): Promise<Note> {
    const note = { id: ++lastId, text }
    notes.set(note.id, note)
    return note
  },
  remove: async (id: number): Promise<boolean> => notes.delete(id),
  /** Does nothing, because nothing is open. */
  async close(): Promise<void> {},
}
