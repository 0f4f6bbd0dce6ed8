export interface Note {
  readonly id: number
  readonly text: string
}

const notes = new Map<number, Note>()
let last = 0

/** The notes of this process. They are gone when it ends: put a database here. */
export const store = {
  all: async (): Promise<readonly Note[]> => [...notes.values()],
  find: async (id: string): Promise<Note | undefined> => notes.get(Number(id)),
  async add(text: string): Promise<Note> {
    const note = { id: ++last, text }
    notes.set(note.id, note)
    return note
  },
  remove: async (id: string): Promise<boolean> => notes.delete(Number(id)),
  /** Nothing is open. */
  async close(): Promise<void> {},
}
